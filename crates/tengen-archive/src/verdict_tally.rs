//! Counts of verdicts.

use tengen_notation::ResultClaim;

use tengen_referee::{Agreement, End, Verdict};

use crate::block_judge::JudgedRecord;

/// Counts of the verdicts on many records.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct VerdictTally {
    /// All records, readable or not.
    pub games: u64,
    /// By how they end, in the order of [`End::ALL`].
    pub ends: [u64; End::ALL.len()],
    /// Won by Black, won by White, neither.
    pub winners: [u64; 3],
    /// By the result that is written, in the order of [`VerdictTally::CLAIMS`], and whether the board bears
    /// it out, in the order of [`Agreement::WORDS`].
    pub claims: [[u64; 3]; VerdictTally::CLAIMS.len()],
    /// Records with moves after the end.
    pub after_end: u64,
    /// Records that were judged though their result or their board could not be read as written.
    pub repaired: u64,
}

impl VerdictTally {
    /// The counts as members of a JSON object, with those of the files that were read and passed over.
    pub fn json_members(&self, files: u64, passed_over: u64) -> String {
        let counts = |words: &[&str], counts: &[u64]| {
            let pairs = words.iter().zip(counts);
            pairs.map(|(word, count)| format!("\"{word}\":{count}")).collect::<Vec<_>>().join(",")
        };
        let claims = VerdictTally::CLAIMS
            .iter()
            .zip(&self.claims)
            .map(|(word, claim)| format!("\"{word}\":{{{}}}", counts(&Agreement::WORDS, claim)));
        let agrees = [Agreement::Yes, Agreement::No, Agreement::Unknown].map(|a| self.agreeing(a));
        format!(
            "\"games\":{},\"files\":{files},\"passed_over\":{passed_over},\"faults\":{},\
             \"after_end\":{},\"repaired\":{},\"winners\":{{{}}},\"ends\":{{{}}},\"agrees\":{{{}}},\
             \"claims\":{{{}}}",
            self.games,
            self.faults(),
            self.after_end,
            self.repaired,
            counts(&["black", "white", "nobody"], &self.winners),
            counts(&End::WORDS, &self.ends),
            counts(&Agreement::WORDS, &agrees),
            claims.collect::<Vec<_>>().join(","),
        )
    }

    /// What can be written about a result.
    pub const CLAIMS: [&'static str; 6] = ["black", "white", "draw", "void", "unknown", "none"];

    /// Counts a judged record.
    #[inline]
    pub fn add_record(&mut self, record: &JudgedRecord<'_>) {
        self.count(record.game.claim, &record.verdict);
        self.repaired += u64::from(!record.repairs.is_empty());
    }

    /// Counts a verdict on a record with this written result.
    #[inline]
    pub fn count(&mut self, claim: Option<ResultClaim>, verdict: &Verdict) {
        self.games += 1;
        self.ends[verdict.end as usize] += 1;
        self.winners[verdict.winner.map_or(2, |winner| winner as usize)] += 1;
        let claim = claim.map_or(5, claim_index);
        self.claims[claim][verdict.agrees as usize] += 1;
        self.after_end += u64::from(verdict.after > 0);
    }

    /// Adds what another one has counted.
    pub fn add(&mut self, other: &VerdictTally) {
        self.games += other.games;
        self.after_end += other.after_end;
        self.repaired += other.repaired;
        let pairs = self.ends.iter_mut().zip(other.ends);
        pairs.for_each(|(sum, more)| *sum += more);
        self.winners.iter_mut().zip(other.winners).for_each(|(sum, more)| *sum += more);
        let claims = self.claims.iter_mut().flatten().zip(other.claims.into_iter().flatten());
        claims.for_each(|(sum, more)| *sum += more);
    }

    /// How many records ended this way.
    pub const fn of(&self, end: End) -> u64 {
        self.ends[end as usize]
    }

    /// How many records have a written result of this standing.
    pub fn agreeing(&self, agreement: Agreement) -> u64 {
        self.claims.iter().map(|claim| claim[agreement as usize]).sum()
    }

    /// How many records could be read.
    pub const fn readable(&self) -> u64 {
        self.games - self.of(End::Unreadable)
    }

    /// How many records have something that no game has.
    pub fn faults(&self) -> u64 {
        End::ALL.into_iter().filter(|end| end.is_fault()).map(|end| self.of(end)).sum()
    }
}

/// The index of a claim in [`VerdictTally::CLAIMS`].
pub(crate) const fn claim_index(claim: ResultClaim) -> usize {
    match claim {
        ResultClaim::Won(winner, _) => winner as usize,
        ResultClaim::Draw => 2,
        ResultClaim::Void => 3,
        ResultClaim::Unknown => 4,
    }
}
