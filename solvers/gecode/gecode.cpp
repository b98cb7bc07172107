// Gecode 6 as a solver of dokubench: the line protocol of SOLVERS.md, version 1.
//
// Usage: gecode CONFIG
//
// CONFIG is a config of dokubench, ORDER/VALUE/LEVEL[/BRANCHING], with these parts:
//
//   ORDER      first_fail, anti_first_fail, input_order (ties go to the lowest cell)
//   VALUE      indomain_min, indomain_max
//   LEVEL      naked, bounds, all_different: value, bounds and domain consistency of the 27
//              all-different constraints (IPL_VAL, IPL_BND, IPL_DOM), and nothing else
//   BRANCHING  d_way (the default), two_way: INT_VALUES_* and INT_VAL_*
//
// `nodes` and `fails` are Gecode's own statistics. They equal the counts of `search` for the same
// config. Gecode does not count a root that fails when it is posted; here it is a node.

#include <chrono>
#include <cstdlib>
#include <gecode/int.hh>
#include <gecode/search.hh>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace Gecode;

namespace {

constexpr int CELLS = 81;

/// What a config asks of Gecode.
struct Config {
  enum class Order { InputOrder, FirstFail, AntiFirstFail } order;
  bool largest_first;
  IntPropLevel level;
  bool two_way;
};

Config parse(const std::string &text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, '/');) parts.push_back(part);
  const auto unknown = [&](const std::string &part, const char *accepted) {
    return std::invalid_argument("gecode: unknown part \"" + part + "\" of the config " + text +
                                 ", expected " + accepted);
  };
  if (parts.size() != 3 && parts.size() != 4)
    throw std::invalid_argument("gecode: " + text + " is no ORDER/VALUE/LEVEL[/BRANCHING]");
  std::string order = parts[0];
  if (const auto at = order.find(":lowest"); at != std::string::npos) order.erase(at);
  Config config{};
  if (order == "input_order") config.order = Config::Order::InputOrder;
  else if (order == "first_fail") config.order = Config::Order::FirstFail;
  else if (order == "anti_first_fail") config.order = Config::Order::AntiFirstFail;
  else throw unknown(parts[0], "input_order, first_fail or anti_first_fail");
  if (parts[1] == "indomain_min") config.largest_first = false;
  else if (parts[1] == "indomain_max") config.largest_first = true;
  else throw unknown(parts[1], "indomain_min or indomain_max");
  if (parts[2] == "naked") config.level = IPL_VAL;
  else if (parts[2] == "bounds") config.level = IPL_BND;
  else if (parts[2] == "all_different") config.level = IPL_DOM;
  else throw unknown(parts[2], "naked, bounds or all_different");
  const std::string branching = parts.size() == 4 ? parts[3] : "d_way";
  if (branching == "d_way") config.two_way = false;
  else if (branching == "two_way") config.two_way = true;
  else throw unknown(branching, "d_way or two_way");
  return config;
}

/// A puzzle as a model: 81 variables, 27 all-different constraints, one brancher.
class Sudoku : public Space {
public:
  Sudoku(const std::string &puzzle, const Config &config) : cells(*this, CELLS, 1, 9) {
    for (int cell = 0; cell < CELLS; cell++)
      if (puzzle[cell] >= '1' && puzzle[cell] <= '9')
        rel(*this, cells[cell], IRT_EQ, puzzle[cell] - '0');
    for (int unit = 0; unit < 9; unit++) {
      IntVarArgs row, column, box;
      for (int i = 0; i < 9; i++) {
        row << cells[9 * unit + i];
        column << cells[9 * i + unit];
        box << cells[27 * (unit / 3) + 3 * (unit % 3) + 9 * (i / 3) + i % 3];
      }
      distinct(*this, row, config.level);
      distinct(*this, column, config.level);
      distinct(*this, box, config.level);
    }
    const auto values = config.two_way
                            ? (config.largest_first ? INT_VAL_MAX() : INT_VAL_MIN())
                            : (config.largest_first ? INT_VALUES_MAX() : INT_VALUES_MIN());
    switch (config.order) {
    case Config::Order::InputOrder: branch(*this, cells, INT_VAR_NONE(), values); break;
    case Config::Order::FirstFail: branch(*this, cells, INT_VAR_SIZE_MIN(), values); break;
    case Config::Order::AntiFirstFail: branch(*this, cells, INT_VAR_SIZE_MAX(), values); break;
    }
  }

  Sudoku(Sudoku &from) : Space(from) { cells.update(*this, from.cells); }

  Space *copy() override { return new Sudoku(*this); }

  std::string solution() const {
    std::string digits(CELLS, '.');
    for (int cell = 0; cell < CELLS; cell++) digits[cell] = static_cast<char>('0' + cells[cell].val());
    return digits;
  }

private:
  IntVarArray cells;
};

/// Stops after one node more than allowed, so that a tree of exactly as many nodes is finished.
class NodeLimit : public Search::Stop {
public:
  explicit NodeLimit(unsigned long long most) : most(most) {}
  bool stop(const Search::Statistics &statistics, const Search::Options &) override {
    return is_passed(statistics);
  }
  bool is_passed(const Search::Statistics &statistics) const { return statistics.node > most; }

private:
  unsigned long long most;
};

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// The answer to one puzzle, as a line.
std::string solve(const std::string &puzzle, const Config &config, unsigned long most_solutions,
                  NodeLimit &limit) {
  const auto start = std::chrono::steady_clock::now();
  Search::Options options;
  options.clone = false;
  options.stop = &limit;
  DFS<Sudoku> search(new Sudoku(puzzle, config), options);
  unsigned long solutions = 0;
  std::string first = "-";
  while (solutions < most_solutions) {
    const std::unique_ptr<Sudoku> found(search.next());
    if (!found) break;
    if (solutions++ == 0) first = found->solution();
  }
  const std::chrono::nanoseconds elapsed = std::chrono::steady_clock::now() - start;
  const Search::Statistics statistics = search.statistics();
  if (limit.is_passed(statistics)) return "unknown node_limit";
  const bool is_failed_root = statistics.node == 0;
  std::ostringstream answer;
  answer << solutions << ' ' << first << " nodes=" << statistics.node + is_failed_root
         << " fails=" << (is_failed_root ? 1 : statistics.fail) << " time_ns=" << elapsed.count();
  return answer.str();
}

} // namespace

int main(int argc, char **argv) {
  try {
    if (argc == 2 && std::string(argv[1]) == "--version") {
      std::cout << "Gecode " << GECODE_VERSION << std::endl;
      return 0;
    }
    if (argc != 2) throw std::invalid_argument("usage: gecode ORDER/VALUE/LEVEL[/BRANCHING]");
    const Config config = parse(argv[1]);
    const std::string solutions = variable("DOKUBENCH_LIMIT");
    const std::string nodes = variable("DOKUBENCH_NODE_LIMIT");
    NodeLimit limit(nodes.empty() ? ~0ULL : std::stoull(nodes));
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
      if (line.empty()) continue;
      if (line.size() != CELLS) throw std::invalid_argument("gecode: no puzzle of 81 symbols: " + line);
      std::cout << solve(line, config, solutions.empty() ? 2 : std::stoul(solutions), limit) << std::endl;
    }
  } catch (const std::exception &error) {
    std::cerr << error.what() << std::endl;
    return 2;
  }
}
