//! Lanes share the last searches of a block.
//!
//! A sweep costs the same for any number of busy lanes. When no puzzle is left to start, an idle
//! lane takes the oldest node from the stack of another, with the whole subtree below it. A few hard puzzles
//! then do not leave the other lanes idle. This is work stealing (Blumofe & Leiserson,
//! "Scheduling multithreaded computations by work stealing", 1999).
//!
//! An exhausted tree has the same nodes in any order of visits, so the counts of the
//! parts add up to those of the search. A search that is not exhausted, because it finds a second solution
//! or hits its limit, starts again and stays in one lane.

use super::LANES;
use super::block::{Block, Search};
use super::rules::Rules;
use super::state::{BatchState, Group, Shared};
use super::vector::Vector;
use crate::engine::Ended;

impl<V: Vector, R: Rules<V>> BatchState<V, R> {
    /// Gives each idle lane the oldest node of another lane's stack, while there are nodes to give.
    #[cold]
    pub(super) fn share(&mut self, block: &mut Block<'_>) {
        self.begin_cut_searches_anew(block);
        let mut giver = 0;
        for at in 0..LANES {
            if self.is_occupied(at) {
                continue;
            }
            while giver < LANES && !self.can_give(giver) {
                giver += 1;
            }
            if giver == LANES {
                return;
            }
            self.give(giver, at, block);
            giver += 1;
        }
    }

    /// Whether a lane has an untried node that another may visit.
    fn can_give(&self, at: usize) -> bool {
        let lane = &self.lanes[at];
        self.is_occupied(at) && !lane.stack.is_empty() && !lane.is_whole
    }

    /// Gives the oldest node of a lane's stack to another lane.
    fn give(&mut self, from: usize, to: usize, block: &Block<'_>) {
        let giver = &mut self.lanes[from];
        let (puzzle, mut open) = (giver.search.puzzle, giver.stack.remove(0));
        let Shared { group_of, groups } = &mut self.shared;
        if !giver.is_shared {
            giver.is_shared = true;
            group_of[from] = from;
            groups[from] = Group { sum: Search::of(puzzle), lanes: 1, is_cut: false };
        }
        group_of[to] = group_of[from];
        groups[group_of[to]].lanes += 1;
        let taker = &mut self.lanes[to];
        taker.search = Search::of(puzzle);
        taker.is_shared = true;
        self.rules.start(to, block.puzzle(puzzle));
        let is_last =
            self.rules.take_next(to, &mut open, &mut self.frames, &mut taker.search.tally);
        if !is_last {
            taker.stack.push(open);
        }
        self.occupy(to);
    }

    /// Ends a lane's part of a shared search. The last part ends the search.
    #[cold]
    pub(super) fn end_part(&mut self, at: usize, ended: Ended, block: &mut Block<'_>) {
        self.leave(at);
        let lane = &mut self.lanes[at];
        lane.is_shared = false;
        let group = &mut self.shared.groups[self.shared.group_of[at]];
        group.sum.add(&lane.search);
        group.is_cut |= ended != Ended::Exhausted || block.is_cut(&group.sum);
        group.lanes -= 1;
        if group.lanes == 0 {
            if group.is_cut {
                let puzzle = group.sum.puzzle;
                self.begin_anew(at, puzzle, block);
            } else {
                block.end(&group.sum, Ended::Exhausted);
            }
        }
    }

    /// The counts of a lane's search when time is up. For a shared search they include the ended parts and
    /// the parts of the lanes that were asked before.
    pub(super) fn known(&mut self, at: usize) -> Search<R::Tally> {
        let lane = &self.lanes[at];
        if !lane.is_shared {
            return lane.search;
        }
        let sum = &mut self.shared.groups[self.shared.group_of[at]].sum;
        sum.add(&lane.search);
        *sum
    }

    /// Removes searches that do not exhaust their trees from their lanes, and starts each
    /// again in one of them.
    fn begin_cut_searches_anew(&mut self, block: &mut Block<'_>) {
        let mut sums = self.shared.groups.map(|group| group.sum);
        for at in 0..LANES {
            if self.is_occupied(at) && self.lanes[at].is_shared {
                sums[self.shared.group_of[at]].add(&self.lanes[at].search);
            }
        }
        for at in 0..LANES {
            if !(self.is_occupied(at) && self.lanes[at].is_shared) {
                continue;
            }
            let number = self.shared.group_of[at];
            let group = &mut self.shared.groups[number];
            group.is_cut |= block.is_cut(&sums[number]);
            if group.is_cut {
                self.lanes[at].stack.clear();
                self.end_part(at, Ended::Exhausted, block);
            }
        }
    }

    /// Starts a search again, which then stays in this lane.
    fn begin_anew(&mut self, at: usize, puzzle: usize, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        lane.search = Search::of(puzzle);
        lane.is_whole = true;
        let puzzle = block.begin_anew(&lane.search);
        self.begin(at, puzzle);
    }
}
