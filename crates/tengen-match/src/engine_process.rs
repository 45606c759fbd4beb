//! A child process with line-based pipes that is not trusted.
//!
//! Two threads do what may block: one writes commands to its stdin, one reads lines from its stdout. Both
//! end when the process does. The queues between them and the referee are bounded.

use std::{
    io::{self, Read, Write},
    process::{ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    Offence, engine_log::EngineTranscript, engine_session::EngineFailure,
    process_group::ProcessGroup,
};

/// Maximum length of a line; the rest of a longer one is dropped.
const LINE_LIMIT: usize = 4096;

/// Capacity of the queue of lines.
const LINES_WAITING: usize = 256;

/// Maximum number of bytes between two questions: far more than any engine prints about a search.
const OUTPUT_LIMIT: usize = 4 << 20;

/// Capacity of the queue of commands: far more than any question takes.
const COMMANDS_WAITING: usize = 64;

/// The line ending of the system.
const LINE_END: &str = if cfg!(windows) { "\r\n" } else { "\n" };

/// Timeout of each of the two ways to ask a process to exit; long enough for a busy machine.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A running engine process and its pipes.
#[derive(Debug)]
pub(crate) struct EngineProcess {
    group: ProcessGroup,
    /// Commands still to be written; none after stdin was closed.
    commands: Option<SyncSender<String>>,
    /// Its lines, until it floods or closes its stdout.
    lines: Receiver<EngineLine>,
    state: Arc<ReaderState>,
    transcript: EngineTranscript,
    /// Ends every wait for a line.
    stop: Arc<AtomicBool>,
    /// Time of the last line that was read.
    last_line: Option<Instant>,
}

/// A line that a process printed.
#[derive(Debug)]
pub(crate) struct EngineLine {
    /// Without its line ending, invalid UTF-8 replaced.
    pub(crate) text: String,
    /// When it was read.
    pub(crate) at: Instant,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// Timeout.
    TimeUp,
    /// The stop flag was set.
    Stopped,
    /// The process printed more than it may.
    Flood,
    /// It closed its stdout and lives on.
    Closed,
    /// It exited.
    Ended,
}

/// State that the reader thread shares with the referee.
#[derive(Debug, Default)]
struct ReaderState {
    /// Number of bytes since the last question.
    bytes: AtomicUsize,
    /// Whether a line has begun and not ended.
    half: AtomicBool,
    /// Whether the process printed more than it may; the reader has stopped then.
    flooded: AtomicBool,
}

impl EngineProcess {
    /// Starts a program with its arguments. Lines for which `skips` is true count as output and are
    /// dropped.
    pub(crate) fn start(
        words: &[String],
        skips: fn(&[u8]) -> bool,
        transcript: EngineTranscript,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<EngineProcess> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = ProcessGroup::start(&mut command)?;
        let pipes = (group.child().stdin.take(), group.child().stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else { unreachable!("both were asked for") };
        let (commands, to_write) = mpsc::sync_channel(COMMANDS_WAITING);
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        let state = Arc::new(ReaderState::default());
        transcript.note("started");
        let reader = StdoutReader {
            sender,
            state: Arc::clone(&state),
            skips,
            transcript: transcript.clone(),
        };
        thread::Builder::new().spawn(move || write(stdin, &to_write))?;
        thread::Builder::new().spawn(move || reader.read(stdout))?;
        let (commands, stop) = (Some(commands), Arc::clone(stop));
        Ok(EngineProcess { group, commands, lines, state, transcript, stop, last_line: None })
    }

    /// Sends a line, or several, to the process.
    ///
    /// # Errors
    ///
    /// If the process does not read its stdin.
    pub(crate) fn send(&self, line: String) -> Result<(), Offence> {
        let Some(commands) = &self.commands else { return Ok(()) };
        self.transcript.sent(&line);
        match commands.try_send(line) {
            Err(TrySendError::Full(_)) => Err(Offence::Deaf),
            // If the writer thread is gone, so is the process; the next read reports it.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    /// Waits until its last line is `pause` old: some engines drop a command that comes right after it.
    pub(crate) fn settle(&self, pause: Option<Duration>) {
        if let (Some(pause), Some(last)) = (pause, self.last_line) {
            thread::sleep((last + pause).saturating_duration_since(Instant::now()));
        }
    }

    /// Drops all lines that are already in the queue.
    pub(crate) fn drop_leftovers(&self) {
        while self.leftover().is_some() {}
    }

    /// A line that is already in the queue. Output from now on belongs to the next question.
    pub(crate) fn leftover(&self) -> Option<String> {
        self.state.bytes.store(0, Relaxed);
        self.lines.try_recv().ok().map(|line| line.text)
    }

    /// The next line, or what it costs the engine that none came: `late` after a mere timeout.
    pub(crate) fn read(
        &mut self,
        until: Instant,
        late: Offence,
    ) -> Result<EngineLine, EngineFailure> {
        self.next_line(until).map_err(|reason| {
            EngineFailure::Offence(match reason {
                NoLine::Stopped => return EngineFailure::Stopped,
                NoLine::Flood => Offence::Flood,
                NoLine::Closed => Offence::Closed,
                NoLine::Ended => Offence::Crash,
                NoLine::TimeUp if self.is_in_a_line() => Offence::HalfLine,
                NoLine::TimeUp => late,
            })
        })
    }

    /// The next line, if one comes before the deadline.
    fn next_line(&mut self, until: Instant) -> Result<EngineLine, NoLine> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(NoLine::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    self.last_line = Some(line.at);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.why_closed()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::TimeUp),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn why_closed(&mut self) -> NoLine {
        if self.state.flooded.load(Relaxed) {
            return NoLine::Flood;
        }
        // A process that exits closes its stdout a moment earlier.
        if self.group.ends_within(Duration::from_secs(1)) { NoLine::Ended } else { NoLine::Closed }
    }

    /// Whether it is in the middle of a line.
    fn is_in_a_line(&self) -> bool {
        self.state.half.load(Relaxed)
    }

    /// Sends the quit command, closes stdin and waits for the exit; false if the process had to be
    /// killed.
    pub(crate) fn end(self, quit: &str) -> bool {
        self.end_within(quit, EXIT_TIMEOUT)
    }

    fn end_within(mut self, quit: &str, timeout: Duration) -> bool {
        // A process that does not read is killed below.
        let _ = self.send(quit.to_owned());
        self.commands = None;
        let willing = self.group.ends_within(timeout);
        if !willing {
            // SIGTERM first, for an engine that cleans up in its handler.
            self.group.terminate();
            self.group.ends_within(timeout);
        }
        self.transcript.note(if willing { "ended" } else { "killed" });
        // Also the children that it left behind.
        self.group.kill();
        willing
    }

    /// Kills the process at once.
    pub(crate) fn kill(mut self) {
        self.transcript.note("killed");
        self.group.kill();
    }
}

/// The writer thread: writes commands until the queue or the pipe is closed.
fn write(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for lines in commands {
        let text: String = lines.lines().flat_map(|line| [line, LINE_END]).collect();
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// The reader thread: splits the output of a process into lines.
struct StdoutReader {
    sender: SyncSender<EngineLine>,
    state: Arc<ReaderState>,
    skips: fn(&[u8]) -> bool,
    transcript: EngineTranscript,
}

impl StdoutReader {
    /// Reads until stdout is closed, or the process prints more than it may.
    fn read(self, mut stdout: ChildStdout) {
        let mut bytes = vec![0; 16 * 1024];
        let mut line: Vec<u8> = Vec::new();
        loop {
            let length = match stdout.read(&mut bytes) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let at = Instant::now();
            let total = self.state.bytes.fetch_add(length, Relaxed) + length;
            for piece in bytes[..length].split_inclusive(|&byte| byte == b'\n') {
                let room = LINE_LIMIT - line.len();
                line.extend_from_slice(&piece[..piece.len().min(room)]);
                let whole = piece.ends_with(b"\n");
                self.state.half.store(!whole, Relaxed);
                if whole {
                    if !self.pass(&line, at) {
                        return;
                    }
                    line.clear();
                }
            }
            if total > OUTPUT_LIMIT {
                self.transcript.note("said too much");
                self.state.flooded.store(true, Relaxed);
                return;
            }
        }
        self.transcript.note("shut its output");
    }

    /// Puts a line into the queue; false if that is full or closed.
    fn pass(&self, line: &[u8], at: Instant) -> bool {
        let line = line.trim_ascii();
        self.transcript.received(line);
        if line.is_empty() || (self.skips)(line) {
            return true;
        }
        let text = String::from_utf8_lossy(line).into_owned();
        let sent = self.sender.try_send(EngineLine { text, at }).is_ok();
        if !sent {
            // A full queue without a question is a flood as well.
            self.state.flooded.store(true, Relaxed);
        }
        sent
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> EngineProcess {
        let words = ["sh", "-c", script].map(str::to_owned);
        let is_chatter = |line: &[u8]| line.starts_with(b"MESSAGE");
        let stop = Arc::new(AtomicBool::new(false));
        EngineProcess::start(&words, is_chatter, EngineTranscript::default(), &stop)
            .expect("there is a shell")
    }

    /// All lines within a time, and why no more came.
    fn listen(process: &mut EngineProcess, time: Duration) -> (Vec<String>, NoLine) {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        loop {
            match process.next_line(until) {
                Ok(line) => lines.push(line.text),
                Err(reason) => return (lines, reason),
            }
        }
    }

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(300);

    #[test]
    fn a_process_has_time_to_settle_after_its_last_line() {
        let mut process = shell("echo one; read two; echo $two");
        let begun = Instant::now();
        process.settle(Some(LONG));
        assert!(begun.elapsed() < LONG, "there is no line to settle after");
        let first = process.next_line(begun + LONG).unwrap();
        process.settle(Some(SHORT));
        assert!(first.at.elapsed() >= SHORT);
        process.send("two".to_owned()).unwrap();
        assert_eq!(process.next_line(begun + LONG).unwrap().text, "two");
    }

    #[test]
    fn lines_come_without_their_ends_and_without_chatter() {
        let mut process = shell("printf 'one\\r\\n\\nMESSAGE x\\n  two \\n\\377three\\n'");
        let (lines, reason) = listen(&mut process, LONG);
        assert_eq!(lines, ["one", "two", "\u{FFFD}three"]);
        assert_eq!(reason, NoLine::Ended);
    }

    #[test]
    fn what_is_sent_arrives() {
        let mut process = shell("read line; echo \"$line\" back");
        process.send("hello".to_owned()).unwrap();
        let (lines, _) = listen(&mut process, LONG);
        assert!(lines[0].starts_with("hello") && lines[0].ends_with("back"), "{lines:?}");
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let mut process = shell("head -c 100000 /dev/zero | tr '\\0' x; echo; echo 7,7");
        let (lines, _) = listen(&mut process, LONG);
        assert_eq!((lines[0].len(), lines[1].as_str()), (LINE_LIMIT, "7,7"));
    }

    #[test]
    fn half_a_line_is_no_line() {
        let mut process = shell("printf 7,7; sleep 60");
        while !process.is_in_a_line() {
            thread::yield_now();
        }
        let (lines, reason) = listen(&mut process, SHORT);
        assert_eq!((lines.len(), reason), (0, NoLine::TimeUp));
        assert!(process.is_in_a_line());
        process.kill();
    }

    #[test]
    fn a_flood_ends_soon_whatever_it_is_made_of() {
        for script in ["yes MESSAGE", "yes 7,7", "cat /dev/zero", "yes | tr -d '\\n'"] {
            let mut process = shell(script);
            // The queue is not read for a while.
            thread::sleep(Duration::from_millis(50));
            let (lines, reason) = listen(&mut process, LONG);
            assert_eq!(reason, NoLine::Flood, "{script}");
            assert!(lines.len() <= LINES_WAITING + 1, "{script}: {}", lines.len());
            process.kill();
        }
    }

    #[test]
    fn chatter_between_questions_is_counted_anew_for_each() {
        let mut process =
            shell("while read x; do head -c 3000000 /dev/zero | tr '\\0' '\\n'; echo ok; done");
        for _ in 0..4 {
            assert!(process.leftover().is_none());
            process.send("go".to_owned()).unwrap();
            let line = process.next_line(Instant::now() + LONG);
            assert_eq!(line.unwrap().text, "ok");
        }
    }

    #[test]
    fn output_that_is_shut_and_an_end_are_two_things() {
        let mut process = shell("exec >&-; sleep 60");
        assert_eq!(listen(&mut process, LONG).1, NoLine::Closed);
        let mut process = shell("exit 3");
        assert_eq!(listen(&mut process, LONG).1, NoLine::Ended);
    }

    #[test]
    fn nobody_waits_for_a_process_that_does_not_read() {
        let process = shell("sleep 60");
        let started = Instant::now();
        let line = "x".repeat(10_000);
        let sent =
            (0..COMMANDS_WAITING * 4).take_while(|_| process.send(line.clone()).is_ok()).count();
        assert!(sent < COMMANDS_WAITING * 2, "{sent}");
        assert!(started.elapsed() < LONG);
    }

    #[test]
    fn who_ends_when_asked_is_willing_and_who_does_not_is_killed() {
        assert!(shell("read line").end_within("END", LONG));
        assert!(!shell("trap '' TERM HUP; while :; do sleep 0.1; done").end_within("END", SHORT));
    }

    #[test]
    fn a_stop_is_noticed_while_waiting_for_a_line() {
        let mut process = shell("sleep 60");
        process.stop.store(true, Relaxed);
        let line = process.next_line(Instant::now() + LONG);
        assert_eq!(line.unwrap_err(), NoLine::Stopped);
    }
}
