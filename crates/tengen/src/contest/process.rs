//! A process that is talked to in lines, and not trusted.
//!
//! Two threads do what may block: one writes what the process is told, one reads what it says. Both
//! end when the process does. What waits between them and the judge is bounded.

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

use super::{group::Group, log::Transcript};

/// The longest line that is looked at; the rest of a longer one is passed over.
const LINE_LIMIT: usize = 4096;

/// How many lines may wait to be looked at.
const LINES_WAITING: usize = 256;

/// How much a process may say between two questions: far more than any engine tells about a search.
const SAID_LIMIT: usize = 4 << 20;

/// How many lines may wait to be written: far more than are needed for any question.
const COMMANDS_WAITING: usize = 64;

/// How a line ends that a process is told: as its system has it.
const LINE_END: &str = if cfg!(windows) { "\r\n" } else { "\n" };

/// How long to wait for a stop before looking again whether there is one.
const GLANCE: Duration = Duration::from_millis(50);

/// A process, what it is told and what it says.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    /// What is still to be written; none when its input has been shut.
    commands: Option<SyncSender<String>>,
    /// Its lines, until it says too much or shuts its output.
    heard: Receiver<Line>,
    ears: Arc<Ears>,
    transcript: Transcript,
}

/// A line that a process said.
#[derive(Debug)]
pub(super) struct Line {
    /// Without its end, and with what is no text replaced.
    pub(super) text: String,
    /// When it was read.
    pub(super) at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is up.
    TimeUp,
    /// The match is to stop.
    Stopped,
    /// The process says too much.
    Flood,
    /// It shut its output and lives on.
    Closed,
    /// It ended.
    Ended,
}

/// What the reader knows and the judge asks about.
#[derive(Debug, Default)]
struct Ears {
    /// How many bytes were said since the last question.
    said: AtomicUsize,
    /// Whether a line has begun and not ended.
    half: AtomicBool,
    /// Whether it said more than it may. Nothing more is read then.
    flooded: AtomicBool,
}

impl Process {
    /// Starts a program with its arguments. Lines for which `skips` is true are counted and passed
    /// over.
    pub(super) fn start(
        words: &[String],
        skips: fn(&[u8]) -> bool,
        transcript: Transcript,
    ) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group::start(&mut command)?;
        let pipes = (group.child().stdin.take(), group.child().stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else { unreachable!("both were asked for") };
        let (commands, to_write) = mpsc::sync_channel(COMMANDS_WAITING);
        let (hear, heard) = mpsc::sync_channel(LINES_WAITING);
        let ears = Arc::new(Ears::default());
        transcript.note("started");
        let reader =
            Reader { hear, ears: Arc::clone(&ears), skips, transcript: transcript.clone() };
        thread::Builder::new().spawn(move || write(stdin, &to_write))?;
        thread::Builder::new().spawn(move || reader.read(stdout))?;
        Ok(Process { group, commands: Some(commands), heard, ears, transcript })
    }

    /// Tells the process a line, or several; false if it reads nothing any more.
    pub(super) fn tell(&self, line: String) -> bool {
        let Some(commands) = &self.commands else { return true };
        self.transcript.told(&line);
        // If the writer is gone, so is the process; whoever listens will hear of it.
        !matches!(commands.try_send(line), Err(TrySendError::Full(_)))
    }

    /// A line that is there already. What is said from now on belongs to the next question.
    pub(super) fn leftover(&self) -> Option<String> {
        self.ears.said.store(0, Relaxed);
        self.heard.try_recv().ok().map(|line| line.text)
    }

    /// The next line, if it comes until then.
    pub(super) fn hear(&mut self, until: Instant, stop: &AtomicBool) -> Result<Line, Silence> {
        loop {
            if stop.load(Relaxed) {
                return Err(Silence::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.why_closed()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::TimeUp),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn why_closed(&mut self) -> Silence {
        if self.ears.flooded.load(Relaxed) {
            return Silence::Flood;
        }
        // A process that ends shuts its output a moment earlier.
        if self.group.ends_within(Duration::from_secs(1)) {
            Silence::Ended
        } else {
            Silence::Closed
        }
    }

    /// Whether it is in the middle of a line.
    pub(super) fn is_in_a_line(&self) -> bool {
        self.ears.half.load(Relaxed)
    }

    /// Says farewell, shuts its input and waits for the end; false if the process stayed.
    pub(super) fn end(mut self, farewell: &str, patience: Duration) -> bool {
        self.tell(farewell.to_owned());
        self.commands = None;
        let willing = self.group.ends_within(patience);
        if !willing {
            // One that cleans up when it is told to end gets the time for it.
            self.group.ask();
            self.group.ends_within(patience);
        }
        self.transcript.note(if willing { "ended" } else { "killed" });
        // Also for what the process has started and left behind.
        self.group.kill();
        willing
    }

    /// Ends the process at once.
    pub(super) fn kill(mut self) {
        self.transcript.note("killed");
        self.group.kill();
    }
}

/// Writes until nothing is left to write or nobody reads.
fn write(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for lines in commands {
        let text: String = lines.lines().flat_map(|line| [line, LINE_END]).collect();
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Cuts what a process says into lines.
struct Reader {
    hear: SyncSender<Line>,
    ears: Arc<Ears>,
    skips: fn(&[u8]) -> bool,
    transcript: Transcript,
}

impl Reader {
    /// Reads until the output is shut, or the process says more than it may.
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
            let said = self.ears.said.fetch_add(length, Relaxed) + length;
            for piece in bytes[..length].split_inclusive(|&byte| byte == b'\n') {
                let room = LINE_LIMIT - line.len();
                line.extend_from_slice(&piece[..piece.len().min(room)]);
                let whole = piece.ends_with(b"\n");
                self.ears.half.store(!whole, Relaxed);
                if whole {
                    if !self.pass(&line, at) {
                        return;
                    }
                    line.clear();
                }
            }
            if said > SAID_LIMIT {
                self.transcript.note("said too much");
                self.ears.flooded.store(true, Relaxed);
                return;
            }
        }
        self.transcript.note("shut its output");
    }

    /// Passes a line on; false if nobody can take it.
    fn pass(&self, line: &[u8], at: Instant) -> bool {
        let line = line.trim_ascii();
        self.transcript.heard(line);
        if line.is_empty() || (self.skips)(line) {
            return true;
        }
        let text = String::from_utf8_lossy(line).into_owned();
        let sent = self.hear.try_send(Line { text, at }).is_ok();
        if !sent {
            // So many lines without a question are a flood as well.
            self.ears.flooded.store(true, Relaxed);
        }
        sent
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let words = ["sh", "-c", script].map(str::to_owned);
        let is_chatter = |line: &[u8]| line.starts_with(b"MESSAGE");
        Process::start(&words, is_chatter, Transcript::default()).expect("there is a shell")
    }

    /// All that is heard within a time, and why it ended.
    fn listen(process: &mut Process, time: Duration) -> (Vec<String>, Silence) {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        loop {
            match process.hear(until, &AtomicBool::new(false)) {
                Ok(line) => lines.push(line.text),
                Err(silence) => return (lines, silence),
            }
        }
    }

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(300);

    #[test]
    fn lines_are_heard_without_their_ends_and_without_chatter() {
        let mut process = shell("printf 'one\\r\\n\\nMESSAGE x\\n  two \\n\\377three\\n'");
        let (lines, silence) = listen(&mut process, LONG);
        assert_eq!(lines, ["one", "two", "\u{FFFD}three"]);
        assert_eq!(silence, Silence::Ended);
    }

    #[test]
    fn what_is_told_arrives() {
        let mut process = shell("read line; echo \"$line\" back");
        assert!(process.tell("hello".to_owned()));
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
        let (lines, silence) = listen(&mut process, SHORT);
        assert_eq!((lines.len(), silence), (0, Silence::TimeUp));
        assert!(process.is_in_a_line());
        process.kill();
    }

    #[test]
    fn a_flood_ends_soon_whatever_it_is_made_of() {
        for script in ["yes MESSAGE", "yes 7,7", "cat /dev/zero", "yes | tr -d '\\n'"] {
            let mut process = shell(script);
            // Nobody listens for a while.
            thread::sleep(Duration::from_millis(50));
            let (lines, silence) = listen(&mut process, LONG);
            assert_eq!(silence, Silence::Flood, "{script}");
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
            assert!(process.tell("go".to_owned()));
            let line = process.hear(Instant::now() + LONG, &AtomicBool::new(false));
            assert_eq!(line.unwrap().text, "ok");
        }
    }

    #[test]
    fn output_that_is_shut_and_an_end_are_two_things() {
        let mut process = shell("exec >&-; sleep 60");
        assert_eq!(listen(&mut process, LONG).1, Silence::Closed);
        let mut process = shell("exit 3");
        assert_eq!(listen(&mut process, LONG).1, Silence::Ended);
    }

    #[test]
    fn nobody_waits_for_a_process_that_does_not_read() {
        let process = shell("sleep 60");
        let started = Instant::now();
        let line = "x".repeat(10_000);
        let told = (0..COMMANDS_WAITING * 4).take_while(|_| process.tell(line.clone())).count();
        assert!(told < COMMANDS_WAITING * 2, "{told}");
        assert!(started.elapsed() < LONG);
    }

    #[test]
    fn who_ends_when_asked_is_willing_and_who_does_not_is_killed() {
        assert!(shell("read line").end("END", LONG));
        assert!(!shell("trap '' TERM HUP; while :; do sleep 0.1; done").end("END", SHORT));
    }

    #[test]
    fn a_stop_is_noticed_while_listening() {
        let mut process = shell("sleep 60");
        let stop = AtomicBool::new(true);
        let heard = process.hear(Instant::now() + LONG, &stop);
        assert_eq!(heard.unwrap_err(), Silence::Stopped);
    }
}
