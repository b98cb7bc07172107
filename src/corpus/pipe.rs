//! Bytes that come from outside when they come: standard input, a pipe.
//!
//! A read of a silent pipe cannot be taken back, so another thread reads, and the reader of the corpus
//! looks between its chunks whether it is asked to stop. The pipe then ends where the reading got to.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// The size of a chunk, in bytes.
const CHUNK: usize = 65_536;

/// How often the reader of a silent pipe looks whether it is asked to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// A pipe that ends when it is asked to.
#[derive(Debug)]
pub(super) struct Pipe {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The chunk in hand, and how much of it is read.
    chunk: io::Cursor<Vec<u8>>,
    stop: Arc<AtomicBool>,
}

impl Pipe {
    /// Reads bytes until they end or `stop` is set.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub(super) fn new(
        input: impl Read + Send + 'static,
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let (send, chunks) = sync_channel(1);
        let reading = std::thread::Builder::new().name("pipe".to_owned());
        let _ = reading.spawn(move || read_all(input, &send))?;
        Ok(Self { chunks, chunk: io::Cursor::default(), stop })
    }
}

/// Sends chunk after chunk, until the input or its reader ends.
fn read_all(mut input: impl Read, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match input.read(&mut chunk) {
            Ok(0) => return,
            Ok(bytes) => {
                chunk.truncate(bytes);
                Ok(chunk)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = read.is_err();
        if chunks.send(read).is_err() || is_last {
            return;
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let bytes = self.chunk.read(buffer)?;
            if bytes > 0 || buffer.is_empty() {
                return Ok(bytes);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(0);
            }
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_read_in_order() {
        let bytes: Vec<u8> = (0..300_000u32).map(|at| (at % 251) as u8).collect();
        let mut pipe = Pipe::new(io::Cursor::new(bytes.clone()), Arc::default()).expect("a thread");
        let mut read = Vec::new();
        let _ = pipe.read_to_end(&mut read).expect("memory is read");
        assert!(read == bytes);
    }

    #[test]
    fn a_silent_pipe_ends_when_it_is_asked_to() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        let stop = Arc::new(AtomicBool::new(false));
        let mut pipe = Pipe::new(reader, Arc::clone(&stop)).expect("a thread");
        io::Write::write_all(&mut writer, b"ab").expect("the pipe has room");
        let mut two = [0; 2];
        pipe.read_exact(&mut two).expect("two bytes");
        stop.store(true, Ordering::Relaxed);
        assert_eq!((&two, pipe.read(&mut [0]).expect("the end")), (b"ab", 0));
    }
}
