//! Many hands, one order.

use std::{
    num::NonZero,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// Has `hands` do work that comes in pieces, and gives the answers away in the order of the pieces.
///
/// One hand at a time lets `take` fill its piece, which says whether there was one left; all `work`
/// on their pieces at once; and one at a time, in order, they let `give` have the answers. A hand
/// has one piece and one answer, which it uses over and over, so that memory does not grow with the
/// work.
///
/// # Errors
///
/// The first error in the order of the pieces; all before it has been given away.
pub fn in_order<P: Default, A: Default, E: Send>(
    hands: NonZero<usize>,
    take: impl FnMut(&mut P) -> Result<bool, E> + Send,
    work: impl Fn(&mut P, &mut A) -> Result<(), E> + Sync,
    give: impl FnMut(&mut P, &mut A) -> Result<(), E> + Send,
) -> Result<(), E> {
    let desk = Desk {
        intake: Mutex::new(Intake { take, given: 0, closed: false }),
        outlet: Mutex::new(Outlet { give, next: 0, closed: false, result: Ok(()) }),
        turn: Condvar::new(),
    };
    if hands.get() == 1 {
        desk.work(&work);
    } else {
        thread::scope(|scope| {
            // This thread is one of them. Where the system allows no more, fewer do it.
            for _ in 1..hands.get() {
                let hand = thread::Builder::new().spawn_scoped(scope, || desk.work(&work));
                if hand.is_err() {
                    break;
                }
            }
            desk.work(&work);
        });
    }
    desk.outlet.into_inner().unwrap_or_else(PoisonError::into_inner).result
}

/// What the hands share.
struct Desk<T, G, E> {
    intake: Mutex<Intake<T>>,
    outlet: Mutex<Outlet<G, E>>,
    turn: Condvar,
}

struct Intake<T> {
    take: T,
    /// How many pieces have been given out.
    given: u64,
    closed: bool,
}

struct Outlet<G, E> {
    give: G,
    /// The number of the piece whose answers come next.
    next: u64,
    /// Set when there is no more to come.
    closed: bool,
    result: Result<(), E>,
}

impl<T, G, E> Desk<T, G, E> {
    fn work<P: Default, A: Default>(&self, work: &impl Fn(&mut P, &mut A) -> Result<(), E>)
    where
        T: FnMut(&mut P) -> Result<bool, E>,
        G: FnMut(&mut P, &mut A) -> Result<(), E>,
    {
        // If a hand is struck down, the others must not wait for it for ever.
        let leave = Leave(self);
        let (mut piece, mut answer) = (P::default(), A::default());
        loop {
            let (number, taken) = {
                let mut intake = lock(&self.intake);
                if intake.closed {
                    break;
                }
                let taken = (intake.take)(&mut piece);
                intake.closed = !matches!(taken, Ok(true));
                intake.given += 1;
                (intake.given - 1, taken)
            };
            let worked = match taken {
                Ok(true) => work(&mut piece, &mut answer).map(|()| true),
                other => other,
            };
            if !self.hand_over(number, worked, &mut piece, &mut answer) {
                lock(&self.intake).closed = true;
                break;
            }
        }
        std::mem::forget(leave);
    }

    /// Waits for the turn of piece `number` and hands its answer over; whether to go on.
    fn hand_over<P, A>(
        &self,
        number: u64,
        worked: Result<bool, E>,
        piece: &mut P,
        answer: &mut A,
    ) -> bool
    where
        G: FnMut(&mut P, &mut A) -> Result<(), E>,
    {
        let outlet = lock(&self.outlet);
        let waiting = |outlet: &mut Outlet<G, E>| outlet.next != number && !outlet.closed;
        let mut outlet =
            self.turn.wait_while(outlet, waiting).unwrap_or_else(PoisonError::into_inner);
        if outlet.closed {
            return false;
        }
        match worked {
            Ok(true) => outlet.result = (outlet.give)(piece, answer),
            Ok(false) => outlet.closed = true,
            Err(error) => outlet.result = Err(error),
        }
        outlet.closed |= outlet.result.is_err();
        outlet.next += 1;
        self.turn.notify_all();
        !outlet.closed
    }
}

/// Left behind by a hand that did not come to an orderly end. Its panic goes on when all hands are
/// done.
struct Leave<'a, T, G, E>(&'a Desk<T, G, E>);

impl<T, G, E> Drop for Leave<'_, T, G, E> {
    fn drop(&mut self) {
        lock(&self.0.intake).closed = true;
        lock(&self.0.outlet).closed = true;
        self.0.turn.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
