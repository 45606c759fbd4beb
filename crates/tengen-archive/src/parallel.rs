//! Ordered parallel map over a stream, in bounded memory.

use std::{
    num::NonZero,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// Ordered parallel map: maps work items to results on `workers` threads and delivers the results in
/// the order of the items.
///
/// One worker at a time lets `take` fill its item, which says whether there was one left; all `work`
/// on their items at once; and one at a time, in order, they pass the results to `give`. A worker
/// reuses one item and one result, so that memory does not grow with the work.
///
/// # Errors
///
/// The first error in the order of the items; all results before it have been delivered.
pub fn ordered_parallel<P: Default, A: Default, E: Send>(
    workers: NonZero<usize>,
    take: impl FnMut(&mut P) -> Result<bool, E> + Send,
    work: impl Fn(&mut P, &mut A) -> Result<(), E> + Sync,
    give: impl FnMut(&mut P, &mut A) -> Result<(), E> + Send,
) -> Result<(), E> {
    let state = ParallelState {
        input: Mutex::new(InputSide { take, given: 0, closed: false }),
        output: Mutex::new(OutputSide { give, next: 0, closed: false, result: Ok(()) }),
        turn: Condvar::new(),
    };
    if workers.get() == 1 {
        state.work(&work);
    } else {
        thread::scope(|scope| {
            // This thread is one of them. Where the system allows no more threads, fewer workers do it.
            for _ in 1..workers.get() {
                let worker = thread::Builder::new().spawn_scoped(scope, || state.work(&work));
                if worker.is_err() {
                    break;
                }
            }
            state.work(&work);
        });
    }
    state.output.into_inner().unwrap_or_else(PoisonError::into_inner).result
}

/// The state that the workers share.
struct ParallelState<T, G, E> {
    input: Mutex<InputSide<T>>,
    output: Mutex<OutputSide<G, E>>,
    turn: Condvar,
}

struct InputSide<T> {
    take: T,
    /// The number of items taken.
    given: u64,
    closed: bool,
}

struct OutputSide<G, E> {
    give: G,
    /// The number of the item whose result comes next.
    next: u64,
    /// Set when nothing more is to be delivered.
    closed: bool,
    result: Result<(), E>,
}

impl<T, G, E> ParallelState<T, G, E> {
    fn work<P: Default, A: Default>(&self, work: &impl Fn(&mut P, &mut A) -> Result<(), E>)
    where
        T: FnMut(&mut P) -> Result<bool, E>,
        G: FnMut(&mut P, &mut A) -> Result<(), E>,
    {
        // If a worker panics, wake the others.
        let guard = PanicGuard(self);
        let (mut item, mut result) = (P::default(), A::default());
        loop {
            let (number, taken) = {
                let mut input = lock(&self.input);
                if input.closed {
                    break;
                }
                let taken = (input.take)(&mut item);
                input.closed = !matches!(taken, Ok(true));
                input.given += 1;
                (input.given - 1, taken)
            };
            let worked = match taken {
                Ok(true) => work(&mut item, &mut result).map(|()| true),
                other => other,
            };
            if !self.deliver(number, worked, &mut item, &mut result) {
                lock(&self.input).closed = true;
                break;
            }
        }
        std::mem::forget(guard);
    }

    /// Waits for the turn of item `number` and delivers its result; whether to go on.
    fn deliver<P, A>(
        &self,
        number: u64,
        worked: Result<bool, E>,
        item: &mut P,
        result: &mut A,
    ) -> bool
    where
        G: FnMut(&mut P, &mut A) -> Result<(), E>,
    {
        let output = lock(&self.output);
        let waiting = |output: &mut OutputSide<G, E>| output.next != number && !output.closed;
        let mut output =
            self.turn.wait_while(output, waiting).unwrap_or_else(PoisonError::into_inner);
        if output.closed {
            return false;
        }
        match worked {
            Ok(true) => output.result = (output.give)(item, result),
            Ok(false) => output.closed = true,
            Err(error) => output.result = Err(error),
        }
        output.closed |= output.result.is_err();
        output.next += 1;
        self.turn.notify_all();
        !output.closed
    }
}

/// Wakes the other workers when this one panics. The panic goes on when all of them have returned.
struct PanicGuard<'a, T, G, E>(&'a ParallelState<T, G, E>);

impl<T, G, E> Drop for PanicGuard<'_, T, G, E> {
    fn drop(&mut self) {
        lock(&self.0.input).closed = true;
        lock(&self.0.output).closed = true;
        self.0.turn.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
