//! The queue of a run: lists of tasks that its workers take in turn.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard},
};

use tengen_core::Point;

use super::UNPOISONED;

/// A position to be proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BookTask {
    /// The moves that lead to it.
    pub(super) moves: Vec<Point>,
    /// The reply that is won with it: it waits for all tasks before it in its list.
    pub(super) closes: Option<Point>,
}

/// Queue of lists of tasks.
#[derive(Debug)]
pub(super) struct BookQueue {
    lists: Mutex<Vec<BookTaskList>>,
    changed: Condvar,
}

#[derive(Debug)]
struct BookTaskList {
    tasks: VecDeque<BookTask>,
    /// Number of tasks that a worker has taken and not done.
    taken: usize,
}

impl BookQueue {
    pub(super) fn new(lists: Vec<Vec<BookTask>>) -> BookQueue {
        let list = |tasks: Vec<BookTask>| BookTaskList { tasks: tasks.into(), taken: 0 };
        let lists = Mutex::new(lists.into_iter().map(list).collect());
        BookQueue { lists, changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<BookTaskList>> {
        self.lists.lock().expect(UNPOISONED)
    }

    /// The next task for a worker and the number of its list; none if all are done. Every other worker begins with the
    /// last list, so that easy and hard ones are worked on at the same time.
    pub(super) fn next(&self, worker: usize) -> Option<(usize, BookTask)> {
        let mut lists = self.lock();
        while lists.iter().any(|list| !list.tasks.is_empty()) {
            let count = lists.len();
            let is_even = worker.is_multiple_of(2);
            let order = (0..count).map(|at| if is_even { at } else { count - 1 - at });
            for at in order {
                let BookTaskList { tasks, taken } = &mut lists[at];
                if tasks.front().is_some_and(|task| task.closes.is_none() || *taken == 0) {
                    *taken += 1;
                    return tasks.pop_front().map(|task| (at, task));
                }
            }
            // What is left waits for what others do.
            lists = self.changed.wait(lists).expect(UNPOISONED);
        }
        None
    }

    /// A task of this list is done.
    pub(super) fn done(&self, list: usize) {
        self.lock()[list].taken -= 1;
        self.changed.notify_all();
    }

    /// Drops all tasks that no worker has taken.
    pub(super) fn close(&self) {
        self.lock().clear();
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_begin_at_both_ends_and_what_closes_a_list_waits_for_the_rest_of_it() {
        let task = |x: i32, closes: bool| BookTask {
            moves: vec![Point::new(x, 0)],
            closes: closes.then(|| Point::new(x, 1)),
        };
        let queue = BookQueue::new(vec![
            vec![task(1, false), task(2, false), task(3, true)],
            vec![task(4, false)],
        ]);
        assert_eq!(queue.next(0), Some((0, task(1, false))));
        assert_eq!(queue.next(1), Some((1, task(4, false))));
        assert_eq!(queue.next(1), Some((0, task(2, false))));
        queue.done(0);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next(1));
            queue.done(0);
            assert_eq!(waiting.join().unwrap(), Some((0, task(3, true))));
        });
        assert_eq!(queue.next(0), None);
    }

    #[test]
    fn a_closed_queue_has_no_tasks() {
        let task = BookTask { moves: Vec::new(), closes: Some(Point::new(0, 0)) };
        let queue = BookQueue::new(vec![vec![task.clone(), task]]);
        assert!(queue.next(0).is_some());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next(1));
            queue.close();
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
