//! The answer to "is this machine too noisy?", in a plain sentence.

use super::answer::number;
use crate::run_files::environment::Environment;
use crate::stats::identical::Difference;

/// The sentence, over three lines.
#[must_use]
pub fn sentence(difference: Difference, environment: &Environment) -> String {
    let percent = |share: f64| format!("{} %", number(100.0 * share));
    let load = if environment.is_loaded() {
        format!("the machine was loaded: {}", environment.load_in_words())
    } else {
        format!("the machine was not loaded: {}", environment.load_in_words())
    };
    let measured = format!("two identical configs differed by {}", percent(difference.measured));
    match difference.most {
        Some(most) => format!(
            "{measured}, at most {most};\n{load};\ndifferences below {most} mean nothing here\n",
            most = percent(most)
        ),
        None => format!(
            "{measured};\n{load};\ntoo little was timed to say which differences mean something\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_what_differences_mean() {
        let mut environment = Environment::of_this_machine();
        (environment.physical_cores, environment.busy_cores) = (2, Some(1.2));
        let difference = Difference { measured: 0.004, most: Some(0.011) };
        let expected = "two identical configs differed by 0.4 %, at most 1.1 %;\n\
                        the machine was loaded: other programs kept 1.20 cores busy before the run;\n\
                        differences below 1.1 % mean nothing here\n";
        assert_eq!(sentence(difference, &environment), expected);
        environment.busy_cores = Some(0.01);
        let short = sentence(Difference { most: None, ..difference }, &environment);
        assert!(short.contains("was not loaded: ") && short.contains("too little was timed"));
        assert!(short.lines().all(|line| line.len() <= 80), "{short}");
    }
}
