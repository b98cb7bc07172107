//! The machine that a run is made on.

use super::error::required;
use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// What the figures of a run depend on besides its plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// The version of this program.
    pub version: String,
    /// The revision of its source, where it was built from a checkout.
    #[serde(deserialize_with = "required")]
    pub git_revision: Option<String>,
    /// The compiler.
    pub rustc: String,
    /// Whether it was built without optimisation.
    pub is_debug_build: bool,
    /// Features of the CPU that the compiler took for granted.
    pub target_features: Vec<String>,
    /// The processor.
    pub cpu: String,
    /// Physical cores.
    pub physical_cores: usize,
    /// Logical cores.
    pub logical_cores: usize,
    /// Whether logical cores share physical ones.
    pub has_smt: bool,
    /// The frequency governor of the first core, where the system tells.
    #[serde(deserialize_with = "required")]
    pub governor: Option<String>,
    /// The system's load of the last minute, before the run.
    pub load: f64,
    /// How many cores other programs kept busy just before the run, where that was measured. The
    /// load of the last minute also has the runs before this one in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busy_cores: Option<f64>,
    /// The operating system.
    pub os: String,
}

impl Environment {
    /// Looks at this machine.
    #[must_use]
    pub fn of_this_machine() -> Self {
        let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(kind).ok();
        let cpus = system.as_ref().map_or(&[][..], System::cpus);
        let cpu = cpus.first().map(|cpu| cpu.brand().trim().to_owned());
        let governor =
            std::fs::read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").ok();
        let (physical_cores, logical_cores) = (physical_cores(), cpus.len().max(1));
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            git_revision: option_env!("DOKUBENCH_GIT_REVISION").map(str::to_owned),
            rustc: option_env!("DOKUBENCH_RUSTC").unwrap_or("unknown").to_owned(),
            is_debug_build: cfg!(debug_assertions),
            target_features: target_features(),
            cpu: cpu.unwrap_or_default(),
            physical_cores,
            logical_cores,
            has_smt: logical_cores > physical_cores,
            governor: governor.map(|governor| governor.trim().to_owned()),
            load: System::load_average().map_or(0.0, |load| load.one),
            busy_cores: None,
            os: System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.to_owned()),
        }
    }

    /// Whether other programs were at work before the run.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        let cores = self.physical_cores as f64;
        self.busy_cores.map_or(self.load > 0.5 * cores, |busy| busy > 0.25 * cores)
    }

    /// Waits for a moment and measures how many cores other programs keep busy.
    pub fn measure_busy_cores(&mut self) {
        let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing().with_usage());
        self.busy_cores = System::new_with_specifics(kind).ok().map(|mut system| {
            std::thread::sleep(sysinfo::MINIMUM_CPU_UPDATE_INTERVAL);
            system.refresh_cpu_usage();
            let percent: f32 = system.cpus().iter().map(|cpu| cpu.usage()).sum();
            f64::from(percent).round() / 100.0
        });
    }

    /// The other programs that were at work before the run, in words.
    #[must_use]
    pub fn load_in_words(&self) -> String {
        match self.busy_cores {
            Some(busy) => format!("other programs kept {busy:.2} cores busy before the run"),
            None => format!("the load before the run was {:.2}", self.load),
        }
    }

    /// What may make this machine's times worth less.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.is_debug_build {
            warnings.push("built without optimisation: times mean nothing".to_owned());
        }
        if let Some(governor) = self.governor.as_deref().filter(|&g| g != "performance") {
            warnings.push(format!("the frequency governor is {governor}, not performance"));
        }
        if self.is_loaded() {
            warnings.push(self.load_in_words());
        }
        warnings
    }
}

impl Environment {
    /// How another build or machine differs from this one in what times depend on, each
    /// difference in words. The instruction set is not part of it: a plan names it.
    #[must_use]
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let unknown = || "unknown".to_owned();
        let facts = |one: &Self| {
            [
                ("git revision", one.git_revision.clone().unwrap_or_else(unknown)),
                ("compiler", one.rustc.clone()),
                ("optimisation", if one.is_debug_build { "off" } else { "on" }.to_owned()),
                ("target features", one.target_features.join(" ")),
                ("CPU", one.cpu.clone()),
            ]
        };
        let pairs = facts(self).into_iter().zip(facts(now)).filter(|(then, now)| then != now);
        pairs.map(|((what, then), (_, now))| format!("{what} {then}, now {now}")).collect()
    }
}

/// The number of physical cores.
#[must_use]
pub fn physical_cores() -> usize {
    let logical = std::thread::available_parallelism().map_or(1, usize::from);
    System::physical_core_count().map_or(logical, |cores| cores.min(logical))
}

fn target_features() -> Vec<String> {
    let mut features = Vec::new();
    macro_rules! note {
        ($($feature:literal)*) => {$(
            if cfg!(target_feature = $feature) {
                features.push($feature.to_owned());
            }
        )*};
    }
    note!("sse2" "sse4.2" "popcnt" "avx" "avx2" "bmi2" "avx512f" "avx512bw" "neon");
    features
}
