//! Every route with its price and the size of its body: there is no other way to add one.

use std::sync::Arc;

use axum::{
    Router,
    handler::Handler,
    http::Method,
    routing::{MethodFilter, MethodRouter, on},
};

use super::{
    document, friend_routes, game_routes, health, questions, reviews, solutions, study_routes,
    thoughts,
};
use crate::{
    App,
    admission::{RequestCost, RouteCosts},
    metrics,
};

/// A method of an address: who answers it, and what that costs.
pub(super) struct Route {
    pub(super) method: Method,
    pub(super) path: &'static str,
    pub(super) cost: RequestCost,
    handler: MethodRouter<Arc<App>>,
}

impl Route {
    fn new<T: 'static>(
        method: Method,
        path: &'static str,
        cost: RequestCost,
        handler: impl Handler<T, Arc<App>>,
    ) -> Route {
        let filter = MethodFilter::try_from(method.clone()).expect("a method of the standard");
        Route { method, path, cost, handler: on(filter, handler) }
    }
}

/// All routes but the page.
pub(super) fn routes() -> Vec<Route> {
    let get = Method::GET;
    let post = Method::POST;
    let patch = Method::PATCH;
    let delete = Method::DELETE;
    vec![
        Route::new(get.clone(), "/api/openapi.json", RequestCost::LOOK, document),
        Route::new(post.clone(), "/api/view", RequestCost::LOOK, questions::view),
        Route::new(post.clone(), "/api/nogo/play", RequestCost::WORK, questions::play_nogo),
        Route::new(post.clone(), "/api/puzzles", RequestCost::LOOK, questions::puzzle),
        Route::new(post.clone(), "/api/puzzles/move", RequestCost::WORK, questions::puzzle_move),
        Route::new(post.clone(), "/api/swap2", RequestCost::WORK, questions::swap2),
        Route::new(get.clone(), "/api/book", RequestCost::LOOK, questions::loaded_book),
        Route::new(post.clone(), "/api/book", RequestCost::WORK, questions::book),
        Route::new(post.clone(), "/api/thoughts", RequestCost::WORK, thoughts::start),
        Route::new(delete.clone(), "/api/thoughts/{id}", RequestCost::LOOK, thoughts::stop),
        Route::new(get.clone(), "/api/thoughts/{id}/events", RequestCost::LOOK, thoughts::events),
        Route::new(post.clone(), "/api/solutions", RequestCost::WORK, solutions::start),
        Route::new(delete.clone(), "/api/solutions/{id}", RequestCost::LOOK, solutions::stop),
        Route::new(get.clone(), "/api/solutions/{id}/events", RequestCost::LOOK, solutions::events),
        Route::new(post.clone(), "/api/reviews", RequestCost::WORK, reviews::start),
        Route::new(delete.clone(), "/api/reviews/{id}", RequestCost::LOOK, reviews::stop),
        Route::new(get.clone(), "/api/reviews/{id}/events", RequestCost::LOOK, reviews::events),
        Route::new(post.clone(), "/api/check", RequestCost::WORK, questions::check),
        Route::new(post.clone(), "/api/convert", RequestCost::RECORD, questions::convert),
        Route::new(post.clone(), "/api/import", RequestCost::RECORD, questions::import),
        Route::new(post.clone(), "/api/judge", RequestCost::RECORD, questions::judge),
        Route::new(post.clone(), "/api/picture", RequestCost::WORK, questions::picture),
        Route::new(get.clone(), "/api/games", RequestCost::LOOK, game_routes::list),
        Route::new(post.clone(), "/api/games", RequestCost::GAME, game_routes::add),
        Route::new(get.clone(), "/api/games/{id}", RequestCost::LOOK, game_routes::show),
        Route::new(patch.clone(), "/api/games/{id}", RequestCost::LOOK, game_routes::change),
        Route::new(delete, "/api/games/{id}", RequestCost::LOOK, game_routes::forget),
        Route::new(post.clone(), "/api/games/{id}/nodes", RequestCost::LOOK, game_routes::play),
        Route::new(
            patch,
            "/api/games/{id}/nodes/{number}",
            RequestCost::LOOK,
            game_routes::change_node,
        ),
        Route::new(post.clone(), "/api/studies", RequestCost::WORK, study_routes::add),
        Route::new(post.clone(), "/api/studies/check", RequestCost::WORK, study_routes::check),
        Route::new(get.clone(), "/api/studies/{id}", RequestCost::LOOK, study_routes::show),
        Route::new(
            get.clone(),
            "/pictures/p/{*name}",
            RequestCost::WORK,
            study_routes::position_picture,
        ),
        Route::new(
            get.clone(),
            "/pictures/s/{name}",
            RequestCost::WORK,
            study_routes::study_picture,
        ),
        Route::new(post.clone(), "/api/friend-games", RequestCost::WORK, friend_routes::add),
        Route::new(get.clone(), "/api/friend-games/{id}", RequestCost::LOOK, friend_routes::show),
        Route::new(
            post.clone(),
            "/api/friend-games/{id}/seat",
            RequestCost::LOOK,
            friend_routes::join,
        ),
        Route::new(
            post.clone(),
            "/api/friend-games/{id}/actions",
            RequestCost::LOOK,
            friend_routes::act,
        ),
        Route::new(post, "/api/friend-games/{id}/here", RequestCost::LOOK, friend_routes::here),
        Route::new(
            get.clone(),
            "/api/friend-games/{id}/events",
            RequestCost::LOOK,
            friend_routes::events,
        ),
        Route::new(get.clone(), "/health", RequestCost::LOOK, health::health),
        Route::new(get, "/metrics", RequestCost::LOOK, metrics::metrics),
    ]
}

/// A router of all routes, and what they cost.
pub(super) fn routed() -> (Router<Arc<App>>, RouteCosts) {
    let (mut router, mut costs) = (Router::new(), RouteCosts::default());
    for Route { method, path, cost, handler } in routes() {
        router = router.route(path, handler);
        costs.add(path, method, cost);
    }
    (router, costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::MOST_QUESTION, token_bucket::TokenBuckets};

    #[test]
    fn every_question_of_the_document_has_a_price_that_can_be_paid() {
        let routes = routes();
        let document = serde_json::to_value(crate::openapi()).unwrap();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, question) in methods.as_object().unwrap() {
                let is_it = |route: &&Route| {
                    route.path == path && route.method.as_str().eq_ignore_ascii_case(method)
                };
                let found: Vec<&Route> = routes.iter().filter(is_it).collect();
                assert_eq!(found.len(), 1, "{method} {path}");
                let cost = found[0].cost;
                assert!(cost.tokens >= 1.0, "{method} {path}");
                assert!(cost.price(cost.body) <= TokenBuckets::BURST, "{method} {path}");
                // What takes more than a look says so by more than one token.
                let takes_a_core = ["thoughts", "solutions", "reviews", "records", "nogo"];
                let tag = question["tags"][0].as_str().unwrap();
                if method == "post" && takes_a_core.contains(&tag) {
                    assert!(cost.tokens >= 10.0, "{method} {path}");
                }
            }
        }
    }

    #[test]
    fn a_large_body_costs_in_proportion_to_its_size() {
        for Route { method, path, cost, .. } in routes() {
            let (empty, half, whole) =
                (cost.price(0), cost.price(cost.body / 2), cost.price(cost.body));
            assert!((whole - half - (half - empty)).abs() < 1e-9, "{method} {path}");
            if cost.body > MOST_QUESTION {
                assert!(whole >= 4.0 * empty, "{method} {path}: {whole} for {} bytes", cost.body);
            }
        }
    }
}
