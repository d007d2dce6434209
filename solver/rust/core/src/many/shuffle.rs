//! The shuffle, to the bit as the engine has it.

/// The generator of the shuffle.
#[derive(Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// Begin with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Draw a number below a bound, each as likely as any other.
    pub fn below(&mut self, bound: usize) -> usize {
        let limit = (1 << 32) - (1 << 32) % bound as u64;
        loop {
            let upper = self.next() >> 32;
            if upper < limit {
                return (upper % bound as u64) as usize;
            }
        }
    }

    /// Shuffle cards.
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        for place in (1..cards.len()).rev() {
            cards.swap(place, self.below(place + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_one_of_the_shuffle() {
        let mut chance = SplitMix(0);
        assert_eq!(chance.next(), 0xE220_A839_7B1D_CDAF);
        assert!((0..1000).all(|_| chance.below(3) < 3));
    }
}
