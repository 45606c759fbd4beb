//! Connections: how they are taken, and how they end.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tower::ServiceExt as _;

use crate::{
    App, Config, client_address,
    config::{MOST_CONNECTIONS, MOST_CONNECTIONS_OF_ONE, MOST_HEAD},
    connection_limit::ConnectionLimit,
    router,
    store::StoreError,
};

/// Why a server cannot start or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address can be reached from other machines, which the configuration does not allow.
    #[error(
        "{0} can be reached from other machines: add --public if they may, or listen on 127.0.0.1"
    )]
    NotLocal(SocketAddr),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, #[source] io::Error),
    /// The games cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// How long a client may take for the head of a request.
    const HEAD: Duration = Duration::from_secs(10);

    /// Longest time of a graceful shutdown. The process should exit then: work that cannot be cancelled goes
    /// on in detached threads.
    pub const END: Duration = Duration::from_secs(5);

    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// If it may not or cannot.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let listen = config.listen;
        if !config.public && !listen.ip().is_loopback() {
            return Err(ServeError::NotLocal(listen));
        }
        let failed = |error| ServeError::Listen(listen, error);
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { app: App::new(config)?, listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its handlers share.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Answers until `stop` is done, and then what was asked before, as far as that ends within a
    /// few seconds.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { app, listener, .. } = self;
        let router = router(Arc::clone(&app));
        let graceful = GracefulShutdown::new();
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let of_one = if app.config.public { MOST_CONNECTIONS_OF_ONE } else { MOST_CONNECTIONS };
        let connections = ConnectionLimit::new(of_one);
        let mut stop = std::pin::pin!(stop);
        loop {
            let permit = Arc::clone(&room).acquire_owned();
            let taken = tokio::select! {
                taken = async { (permit.await, listener.accept().await) } => taken,
                () = &mut stop => break,
            };
            let (Ok(permit), accepted) = taken else { break };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of files, or the client is gone already: others may be luckier.
                    tracing::warn!(%error, "no connection");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            };
            let Some(slot) = connections.acquire(client_address::network(peer.ip())) else {
                // Closed without a response: a client with this many connections reads none.
                app.metrics.refused.fetch_add(1, Relaxed);
                continue;
            };
            let connection = connection(stream, peer, router.clone());
            let connection = graceful.watch(connection);
            let app = Arc::clone(&app);
            tokio::spawn(async move {
                let _open = app.metrics.connections.guard();
                if let Err(error) = connection.await {
                    tracing::debug!(%error, %peer, "connection broken");
                }
                drop((slot, permit));
            });
        }
        drop(listener);
        tracing::info!("ending");
        app.close();
        if tokio::time::timeout(app.config.grace, graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
    }
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) -> http1::Connection<
    TokioIo<TcpStream>,
    impl hyper::service::HttpService<Incoming, ResBody = Body, Error = Infallible, Future: Send> + Send,
> {
    // Answers are small and whole.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Server::HEAD)
        .max_buf_size(MOST_HEAD)
        .max_header_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
}
