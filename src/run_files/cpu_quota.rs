//! The quota of processor time that the system grants this process (Linux: control groups).

use std::fs;
use std::path::{Path, PathBuf};

/// The processors' worth of time that this process may use; none without a quota.
#[must_use]
pub fn cpu_quota() -> Option<f64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    quota(&groups, Path::new("/sys/fs/cgroup"))
}

/// The least quota of the groups of `/proc/self/cgroup` and those that they are in. A container sees
/// its own group as the root.
fn quota(groups: &str, root: &Path) -> Option<f64> {
    let mut quotas = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        let root = match controllers {
            "" => root.to_owned(),
            list if list.split(',').any(|controller| controller == "cpu") => root.join(list),
            _ => continue,
        };
        quotas.extend(root.join(path).ancestors().filter(|at| at.starts_with(&root)).map(of_group));
    }
    quotas.into_iter().flatten().reduce(f64::min)
}

/// The quota of one group: version 2 in one file, version 1 in two.
fn of_group(group: &Path) -> Option<f64> {
    let read = |file: &str| fs::read_to_string(PathBuf::from(group).join(file)).ok();
    let one = || Some(read("cpu.cfs_quota_us")? + " " + &read("cpu.cfs_period_us")?);
    let text = read("cpu.max").or_else(one)?;
    let mut numbers = text.split_whitespace().map(|number| number.parse::<f64>().ok());
    let (quota, period) = (numbers.next()??, numbers.next()??);
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_quota_of_all_groups_counts() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
            fs::write(path, text).expect("writable");
        };
        write("a/b/cpu.max", "400000 100000\n");
        write("a/cpu.max", "150000 100000\n");
        write("c/cpu.max", "max 100000\n");
        write("cpu,cpuacct/d/cpu.cfs_quota_us", "50000\n");
        write("cpu,cpuacct/d/cpu.cfs_period_us", "100000\n");
        write("cpu,cpuacct/e/cpu.cfs_quota_us", "-1\n");
        write("cpu,cpuacct/e/cpu.cfs_period_us", "100000\n");
        for (groups, expected) in [
            ("0::/a/b\n", Some(1.5)),
            ("0::/c\n", None),
            ("0::/\n", None),
            ("4:cpu,cpuacct:/d\n3:memory:/d\n", Some(0.5)),
            ("4:cpu,cpuacct:/e\n", None),
            ("", None),
        ] {
            assert_eq!(quota(groups, root.path()), expected, "{groups}");
        }
    }
}
