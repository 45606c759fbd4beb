//! The registry of games between people that are in memory.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use super::{
    ActionFacts, ActionQuestion, FirstPlayer, FriendAction, FriendEvent, FriendSeat,
    FriendSettings, NewFriendGame, NumberedEvent, Refusal, SecretHash, ServiceClock,
    friend_game::not_now,
    live_game::{GameEvents, LiveGame, LockedGame, first_events},
};
use crate::{
    App,
    errors::{self, ApiError, ErrorCode, ErrorPlace},
    ids,
    store::{FriendChange, FriendSecrets, StoreError, StoredEvent},
};

/// All games between people that are in memory.
#[derive(Debug)]
pub struct FriendGames {
    table: Mutex<HashMap<String, Arc<LiveGame>>>,
    clock: ServiceClock,
    /// Whether the timer runs.
    ticking: AtomicBool,
}

/// A seat that was taken.
#[derive(Clone, Debug)]
pub(crate) struct TakenSeat {
    /// The name of the game.
    pub(crate) id: String,
    /// The seat.
    pub(crate) seat: FriendSeat,
    /// Its secret.
    pub(crate) secret: String,
}

impl FriendGames {
    /// How often flags and players that are gone are looked for.
    const TICK: Duration = Duration::from_millis(100);

    /// How often it is kept that the server is up.
    const HEARTBEAT: Duration = Duration::from_secs(1);

    /// How often old games are forgotten.
    const SWEEP: Duration = Duration::from_hours(1);

    /// After so long without a listener a game leaves the memory.
    const IDLE: Duration = Duration::from_mins(5);

    /// The most games in memory.
    const MOST: usize = 20_000;

    /// None yet; the service clock goes on from `service_ms`.
    pub(crate) fn new(service_ms: u64) -> FriendGames {
        FriendGames {
            table: Mutex::default(),
            clock: ServiceClock::resume(service_ms, Instant::now()),
            ticking: AtomicBool::new(false),
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time on the service clock, in milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// What a stream reads the events of a game from.
    pub(crate) fn events_of(&self, live: Arc<LiveGame>) -> Arc<GameEvents> {
        Arc::new(GameEvents { live, clock: self.clock })
    }

    /// A game by its name, from memory or the disk. A flag that has fallen meanwhile is seen.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub(crate) async fn find(&self, app: &Arc<App>, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        if !ids::is_id(id) {
            return Err(ApiError::not_found("game"));
        }
        let known = self.table().get(id).cloned();
        let live = match known {
            Some(live) => live,
            None => self.load(app, id).await?,
        };
        if self.now_ms() >= live.deadline() {
            see_flag(Arc::clone(app), Arc::clone(&live)).await;
        }
        Ok(live)
    }

    async fn load(&self, app: &Arc<App>, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        let stored = app.store.friend_game(id.to_owned()).await?;
        let live = LiveGame::new(id.to_owned(), stored)
            .map_err(|error| errors::internal(&format!("the events of game {id}: {error}")))?;
        let mut table = self.table();
        if table.len() >= FriendGames::MOST {
            return Err(ApiError::new(ErrorCode::Busy, "too many games go on; ask again later"));
        }
        // Another request may have loaded it meanwhile.
        let live = Arc::clone(table.entry(id.to_owned()).or_insert_with(|| Arc::new(live)));
        drop(table);
        self.start_timer(app);
        Ok(live)
    }

    /// Makes a game; the host's seat is the answer.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it cannot be written.
    pub(crate) async fn add(
        &self,
        app: &Arc<App>,
        new: &NewFriendGame,
    ) -> Result<TakenSeat, ApiError> {
        let key = new.key.as_deref().map(key_hash).transpose()?;
        if let Some(key) = key
            && let Some(id) = app.store.friend_game_of(key).await?
        {
            let live = self.find(app, &id).await?;
            return reissue(Arc::clone(app), live, FriendSeat::Host).await;
        }
        let NewFriendGame { rule, area, opening, clock, .. } = *new;
        let settings = FriendSettings { rule, area, opening, clock };
        settings.start()?;
        let black = match new.black {
            FirstPlayer::Host => FriendSeat::Host,
            FirstPlayer::Guest => FriendSeat::Guest,
            FirstPlayer::Random => FriendSeat::BOTH[(ids::number() % 2) as usize],
        };
        let (secret, hash) = SecretHash::new_secret();
        let created = FriendEvent::Created { settings, black, previous: None };
        let change = FriendChange {
            game: ids::new(),
            secrets: Some(FriendSecrets { seats: [Some(hash), None], keys: [key, None] }),
            events: first_events([created], self.now_ms()),
            finished: false,
        };
        let id = change.game.clone();
        app.store.change_friend_games(vec![change]).await?;
        Ok(TakenSeat { id, seat: FriendSeat::Host, secret })
    }

    /// Takes the other seat of a game. Who took it and asks again with the same key gets it again.
    ///
    /// # Errors
    ///
    /// If it is taken, or cannot be written.
    pub(crate) async fn join(
        &self,
        app: &Arc<App>,
        id: &str,
        key: &str,
    ) -> Result<TakenSeat, ApiError> {
        let live = self.find(app, id).await?;
        let hash = key_hash(key)?;
        let (app, key) = (Arc::clone(app), key.to_owned());
        whatever_happens(async move {
            let mut locked = live.game.lock().await;
            if locked.secrets.keys[FriendSeat::Guest.index()].is_some_and(|kept| kept.matches(&key))
            {
                drop(locked);
                return reissue(app, live, FriendSeat::Guest).await;
            }
            if locked.state.result().is_some() {
                return Err(not_now("the game is over"));
            }
            if locked.state.is_joined() {
                let message = "both seats are taken; you can watch";
                return Err(ApiError::new(ErrorCode::SeatTaken, message));
            }
            let (secret, guest) = SecretHash::new_secret();
            let mut secrets = locked.secrets;
            secrets.seats[FriendSeat::Guest.index()] = Some(guest);
            secrets.keys[FriendSeat::Guest.index()] = Some(hash);
            append(&app, &live, &mut locked, FriendEvent::Joined, None, Some(secrets)).await?;
            Ok(TakenSeat { id: live.id().to_owned(), seat: FriendSeat::Guest, secret })
        })
        .await
    }

    /// Does what a player asks; the number of the event that came of it.
    ///
    /// # Errors
    ///
    /// If the secret is of neither seat, the action is refused, or it cannot be written. Then nothing has changed.
    pub(crate) async fn act(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: &str,
        question: ActionQuestion,
    ) -> Result<u32, ApiError> {
        check_action_id(&question.id)?;
        let live = self.find(app, id).await?;
        let (app, secret) = (Arc::clone(app), secret.to_owned());
        // A client that goes away must not leave a change half made.
        whatever_happens(async move {
            let mut locked = live.game.lock().await;
            let seat = locked.seat(&secret)?;
            live.hear(seat);
            let ActionQuestion { id, action, thought_ms } = question;
            if let Some(&number) = locked.actions.get(&(seat, id.clone())) {
                return Ok(number);
            }
            let now = app.friends.now_ms();
            if let Some(event) = locked.state.time_up(now) {
                append(&app, &live, &mut locked, event, None, None).await?;
            }
            let rematch = ids::new();
            let away = !live.is_here(seat.other());
            let facts = ActionFacts { away, thought_ms, rematch: &rematch };
            let event = match locked.state.decide(seat, action, now, facts) {
                Ok(event) => event,
                Err(Refusal::Wrong(error)) => return Err(error),
                Err(Refusal::TimeUp) => {
                    let event = FriendEvent::TimeUp { seat };
                    append(&app, &live, &mut locked, event, None, None).await?;
                    return Err(not_now("the time is up"));
                }
            };
            let action = match action {
                FriendAction::AcceptRematch => {
                    return make_rematch(&app, &live, &mut locked, event, (seat, id), rematch)
                        .await;
                }
                _ => Some((seat, id)),
            };
            append(&app, &live, &mut locked, event, action, None).await
        })
        .await
    }

    /// A player listens again: a clock that was stopped for it goes on.
    pub(crate) fn welcome(app: &Arc<App>, live: &Arc<LiveGame>, seat: FriendSeat) {
        let (app, live) = (Arc::clone(app), Arc::clone(live));
        tokio::spawn(async move {
            let mut locked = live.game.lock().await;
            if locked.state.waits_for() == Some(seat) {
                let event = FriendEvent::Resumed { seat };
                let appended = append(&app, &live, &mut locked, event, None, None).await;
                if let Err(error) = appended {
                    tracing::warn!(%error, "a clock could not go on");
                }
            }
        });
    }

    fn start_timer(&self, app: &Arc<App>) {
        if !self.ticking.swap(true, Relaxed) {
            tokio::spawn(tick(Arc::downgrade(app)));
        }
    }

    /// The games in memory; those without listeners for long are unloaded.
    fn sweep(&self, now: Instant) -> Vec<Arc<LiveGame>> {
        let mut table = self.table();
        table.retain(|_, live| {
            let idle = live.idle_since().is_some_and(|since| now - since >= FriendGames::IDLE);
            // Who has it may be about to change it.
            !idle || Arc::strong_count(live) > 1
        });
        let mut games: Vec<Arc<LiveGame>> = table.values().cloned().collect();
        games.sort_unstable_by(|a, b| a.id().cmp(b.id()));
        games
    }
}

/// Looks for flags that have fallen and players that are gone, as long as there is a server.
async fn tick(app: Weak<App>) {
    let mut ticks = tokio::time::interval(FriendGames::TICK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let start = Instant::now();
    let (mut heartbeat, mut sweep) = (start, None);
    loop {
        ticks.tick().await;
        let Some(app) = app.upgrade() else { return };
        let now = Instant::now();
        let games = app.friends.sweep(now);
        let mut runs = false;
        for live in games {
            live.update_presence();
            let deadline = live.deadline();
            runs |= deadline != u64::MAX;
            if app.friends.now_ms() >= deadline {
                tokio::spawn(see_flag(Arc::clone(&app), live));
            }
        }
        if runs && now - heartbeat >= FriendGames::HEARTBEAT {
            heartbeat = now;
            // Who waits for the disk here would see flags late.
            let app = Arc::clone(&app);
            tokio::spawn(async move {
                if let Err(error) = app.store.keep_service_ms(app.friends.now_ms()).await {
                    tracing::warn!(%error, "the service clock was not kept");
                }
            });
        }
        if sweep.is_none_or(|last| now - last >= FriendGames::SWEEP) {
            sweep = Some(now);
            match app.store.forget_friend_games().await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "old games between people were forgotten"),
                Err(error) => tracing::warn!(%error, "old games could not be forgotten"),
            }
        }
    }
}

/// Ends a game whose time is up.
async fn see_flag(app: Arc<App>, live: Arc<LiveGame>) {
    let seen = whatever_happens(async move {
        let mut locked = live.game.lock().await;
        match locked.state.time_up(app.friends.now_ms()) {
            Some(event) => append(&app, &live, &mut locked, event, None, None).await,
            None => Ok(0),
        }
    });
    if let Err(error) = seen.await {
        tracing::warn!(%error, "a flag could not be kept");
    }
}

/// Appends an event to a game: first on the disk, then in memory and to all who listen. Its number is the answer.
async fn append(
    app: &Arc<App>,
    live: &Arc<LiveGame>,
    locked: &mut LockedGame,
    event: FriendEvent,
    action: Option<(FriendSeat, String)>,
    secrets: Option<FriendSecrets>,
) -> Result<u32, ApiError> {
    let stored = next_event(app, locked, event, action);
    let change = change(live, locked, &stored, secrets)?;
    keep(app, live, vec![change]).await?;
    if let Some(secrets) = secrets {
        locked.secrets = secrets;
    }
    let number = stored.event.number;
    live.take(locked, stored)?;
    Ok(number)
}

fn next_event(
    app: &Arc<App>,
    locked: &LockedGame,
    event: FriendEvent,
    action: Option<(FriendSeat, String)>,
) -> StoredEvent {
    let (number, at_ms) = (locked.state.events() + 1, app.friends.now_ms());
    StoredEvent { event: NumberedEvent { number, at_ms, event }, action }
}

/// The change of the disk that an event is.
fn change(
    live: &LiveGame,
    locked: &LockedGame,
    stored: &StoredEvent,
    secrets: Option<FriendSecrets>,
) -> Result<FriendChange, ApiError> {
    // Nothing that cannot be replayed may come to the disk.
    let mut after = locked.state.clone();
    after.apply(&stored.event.event, stored.event.at_ms)?;
    Ok(FriendChange {
        game: live.id().to_owned(),
        secrets,
        events: vec![stored.clone()],
        finished: after.result().is_some(),
    })
}

/// Writes changes. Where it is not known what the disk has, the game is read again from there.
async fn keep(
    app: &Arc<App>,
    live: &Arc<LiveGame>,
    changes: Vec<FriendChange>,
) -> Result<(), ApiError> {
    let kept = app.store.change_friend_games(changes).await;
    if let Err(StoreError::Batch(_) | StoreError::Database(_) | StoreError::Closed) = &kept {
        app.friends.table().remove(live.id());
        live.retire();
    }
    Ok(kept?)
}

/// Makes the rematch of a game, in which both have the seats and secrets that they had.
async fn make_rematch(
    app: &Arc<App>,
    live: &Arc<LiveGame>,
    locked: &mut LockedGame,
    event: FriendEvent,
    action: (FriendSeat, String),
    game: String,
) -> Result<u32, ApiError> {
    let stored = next_event(app, locked, event, Some(action));
    let created = FriendEvent::Created {
        settings: *locked.state.settings(),
        black: locked.state.black().other(),
        previous: Some(live.id().to_owned()),
    };
    let rematch = FriendChange {
        game,
        secrets: Some(FriendSecrets { seats: locked.secrets.seats, keys: [None; 2] }),
        events: first_events([created, FriendEvent::Joined], stored.event.at_ms),
        finished: false,
    };
    let change = change(live, locked, &stored, None)?;
    keep(app, live, vec![rematch, change]).await?;
    let number = stored.event.number;
    live.take(locked, stored)?;
    Ok(number)
}

/// Gives a seat a new secret, for who asked for it with its key and did not hear the answer.
async fn reissue(
    app: Arc<App>,
    live: Arc<LiveGame>,
    seat: FriendSeat,
) -> Result<TakenSeat, ApiError> {
    whatever_happens(async move {
        let mut locked = live.game.lock().await;
        let (secret, hash) = SecretHash::new_secret();
        let mut secrets = locked.secrets;
        secrets.seats[seat.index()] = Some(hash);
        let change = FriendChange {
            game: live.id().to_owned(),
            secrets: Some(secrets),
            events: Vec::new(),
            finished: locked.state.result().is_some(),
        };
        keep(&app, &live, vec![change]).await?;
        locked.secrets = secrets;
        Ok(TakenSeat { id: live.id().to_owned(), seat, secret })
    })
    .await
}

/// Runs `work` to its end, also if who asked for it is gone.
async fn whatever_happens<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.map_err(|error| errors::internal(&error))?
}

fn key_hash(key: &str) -> Result<SecretHash, ApiError> {
    if ids::is_id(key) {
        return Ok(SecretHash::new(key));
    }
    let message = "a key has 32 hexadecimal digits";
    Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field("key")))
}

fn check_action_id(id: &str) -> Result<(), ApiError> {
    let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain && (16..=64).contains(&id.len()) {
        return Ok(());
    }
    let message = "the name of an action has 16 to 64 letters, digits and hyphens";
    Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field("id")))
}
