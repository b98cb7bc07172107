//! The layers of the library: each module uses only the modules that `src/lib.rs` lists before it,
//! and no files of one folder use each other in a circle.
//!
//! What a file uses are the paths in its code that begin with `crate`, `super` or a module of its
//! own, followed through the re-exports of a folder to the file that defines the name. A folder's
//! `mod.rs` and the files of the folder may use each other. Tests inside files are exempt.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a module uses, beyond the order of the list: nothing but these, or none of these.
enum Rule {
    Only(&'static [&'static str]),
    Never(&'static [&'static str]),
}

/// The rules that the list of `src/lib.rs` and CONTRIBUTING state.
const RULES: &[(&str, Rule)] = &[
    ("corpus", Rule::Only(&["text", "named", "grid"])),
    ("run_files", Rule::Never(&["engine", "catalogue", "solve", "judge", "generate"])),
    ("bench", Rule::Never(&["variable_ordering", "value_ordering", "pruning", "catalogue"])),
    ("stats", Rule::Never(&["engine", "catalogue", "solve", "bench"])),
    ("charts", Rule::Never(&["engine", "catalogue", "solve", "bench"])),
    ("page", Rule::Never(&["engine", "catalogue", "solve", "bench"])),
    ("tables", Rule::Never(&["engine", "catalogue", "solve", "bench"])),
];

/// A module, as the names from the crate's root to it.
type Module = Vec<String>;

/// A path in the code of a file.
struct Import {
    line: usize,
    names: Vec<String>,
    /// The name that it has in the file: that of a `use`.
    alias: Option<String>,
}

/// A file of the library.
struct File {
    path: PathBuf,
    module: Module,
    imports: Vec<Import>,
}

/// A file that uses another, and where.
struct Use {
    from: usize,
    to: usize,
    line: usize,
    path: String,
}

/// The library, read from `src`.
struct Library {
    files: Vec<File>,
    by_module: BTreeMap<Module, usize>,
}

impl Library {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut paths = Vec::new();
        rust_files(&root.join("src"), &mut paths);
        paths.retain(|path| !path.ends_with("src/main.rs"));
        let read = |path: &PathBuf| {
            let text = fs::read_to_string(path).expect("a source file");
            let tokens: TokenStream = text.parse().expect("the tokens of Rust code");
            let path = path.strip_prefix(root).expect("a file of the project").to_owned();
            let mut imports = Imports(Vec::new());
            imports.items(tokens);
            File { module: module_of(&path), path, imports: imports.0 }
        };
        let files: Vec<File> = paths.iter().map(read).collect();
        let by_module = files.iter().map(|file| file.module.clone()).zip(0..).collect();
        Self { files, by_module }
    }

    /// The names from the crate's root to what a file names, if that is in the crate.
    fn absolute(&self, file: &File, names: &[String]) -> Option<Vec<String>> {
        let mut path = file.module.clone();
        let mut rest = names;
        match names[0].as_str() {
            "crate" => {
                path.clear();
                rest = &names[1..];
            }
            "self" => rest = &names[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    let _ = path.pop()?;
                    rest = &rest[1..];
                }
            }
            _ => {
                let child = [&path[..], &names[..1]].concat();
                if !self.by_module.contains_key(&child) {
                    return None;
                }
            }
        }
        Some([&path[..], rest].concat())
    }

    /// The names from the crate's root to what `use` calls by a name in a file.
    fn imported(&self, file: &File, name: &String) -> Option<Vec<String>> {
        let mut imports = file.imports.iter();
        let import = imports.find(|import| import.alias.as_ref() == Some(name))?;
        self.absolute(file, &import.names)
    }

    /// The names from the crate's root to what a path in the code of a file leads to.
    fn target(&self, file: &File, import: &Import) -> Option<Vec<String>> {
        self.absolute(file, &import.names).or_else(|| {
            // A path that begins with a module which `use` has brought in.
            let (module, rest) = import.names.split_first()?;
            let module = self.imported(file, module).filter(|_| import.alias.is_none())?;
            self.by_module.contains_key(&module).then(|| [&module[..], rest].concat())
        })
    }

    /// The file that defines what a path names. The names that a folder's `mod.rs` takes from the
    /// folder's files belong to these files.
    fn definition(&self, path: &[String]) -> usize {
        let mut at = 0;
        while at < path.len() && self.by_module.contains_key(&path[..=at]) {
            at += 1;
        }
        let file = self.by_module[&path[..at]];
        let imported = path.get(at).and_then(|name| self.imported(&self.files[file], name));
        match imported.filter(|target| target.starts_with(&path[..at])) {
            Some(target) => self.definition(&[&target[..], &path[at + 1..]].concat()),
            None => file,
        }
    }

    /// Every use of a file by another.
    fn uses(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        for (from, file) in self.files.iter().enumerate() {
            for import in &file.imports {
                let Some(target) = self.target(file, import) else { continue };
                let to = self.definition(&target);
                if from != to {
                    let path = format!("crate::{}", target.join("::"));
                    uses.push(Use { from, to, line: import.line, path });
                }
            }
        }
        uses
    }

    fn describe(&self, found: &Use) -> String {
        let [from, to] = [found.from, found.to].map(|file| self.files[file].path.display());
        format!("{from}:{}: {} (in {to})", found.line, found.path)
    }
}

/// All Rust files under a folder, the root's file first.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module that a file holds.
fn module_of(path: &Path) -> Module {
    let path = path.strip_prefix("src").expect("a file of src").with_extension("");
    let names = path.iter().map(|name| name.to_str().expect("UTF-8").to_owned());
    names.filter(|name| name != "lib" && name != "mod").collect()
}

/// The imports of a file, collected from its tokens.
struct Imports(Vec<Import>);

impl Imports {
    /// Any tokens. What is behind `#[cfg(test)]` is left out.
    fn items(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                _ if is_test_attribute(&tokens[at..]) => at = end_of_item(&tokens, at),
                TokenTree::Ident(word) if *word == "use" && !is_captured(&tokens[at..]) => {
                    let end = end_of_item(&tokens, at);
                    self.tree(&tokens[at + 1..end], &[]);
                    at = end;
                }
                TokenTree::Ident(_) => {
                    let is_continued = at >= 2 && tokens[at - 2..at].iter().all(is_colon);
                    at += self.path(&tokens[at..], is_continued);
                }
                TokenTree::Group(group) => {
                    self.items(group.stream());
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// A path in code: how many tokens it has.
    fn path(&mut self, tokens: &[TokenTree], is_continued: bool) -> usize {
        let (names, length) = names(tokens);
        if !is_continued && names.len() > 1 {
            let line = tokens[0].span().start().line;
            self.0.push(Import { line, names, alias: None });
        }
        length
    }

    /// A tree of a `use`, behind a prefix.
    fn tree(&mut self, tokens: &[TokenTree], prefix: &[String]) {
        for branch in tokens.split(|token| is_punct(token, ',') || is_punct(token, ';')) {
            let (more, length) = names(branch);
            let mut names = [prefix, &more].concat();
            match branch.get(length) {
                Some(TokenTree::Group(group)) => {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    self.tree(&inner, &names);
                }
                _ if names.is_empty() || branch.is_empty() => {}
                next => {
                    let is_renamed = next.is_some_and(|word| word.to_string() == "as");
                    if names.len() > 1 && names.last().is_some_and(|name| name == "self") {
                        let _ = names.pop();
                    }
                    let new_name = branch.last().map(ToString::to_string);
                    let alias = if is_renamed { new_name } else { names.last().cloned() };
                    let line = branch[0].span().start().line;
                    self.0.push(Import { line, names, alias });
                }
            }
        }
    }
}

/// The names at the beginning, joined by `::`, and how many tokens they have.
fn names(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        names.push(name.to_string());
        at += 1;
        if tokens.get(at).is_some_and(is_colon) && tokens.get(at + 1).is_some_and(is_colon) {
            at += 2;
        } else {
            break;
        }
    }
    (names, at)
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

fn is_colon(token: &TokenTree) -> bool {
    is_punct(token, ':')
}

/// Whether `use` begins the captures of an opaque type, `use<'a>`, and no import.
fn is_captured(tokens: &[TokenTree]) -> bool {
    tokens.get(1).is_some_and(|token| is_punct(token, '<'))
}

fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [hash, TokenTree::Group(group), ..]
        if is_punct(hash, '#') && group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// Where the item that begins at `at` has ended: behind its `;` or its braces.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let is_use = tokens[at].to_string() == "use";
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => !is_use && group.delimiter() == Delimiter::Brace,
        token => is_punct(token, ';'),
    };
    tokens[at..].iter().position(is_end).map_or(tokens.len(), |length| at + length + 1)
}

/// The modules in the order of the list in the documentation of `src/lib.rs`.
fn listed() -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"))
        .expect("the root of the library");
    let heads = text.lines().filter_map(|line| line.strip_prefix("//! - ")?.split(": ").next());
    let names = heads.flat_map(|head| head.split('`').skip(1).step_by(2));
    names.map(|name| name.trim_start_matches("mod@").to_owned()).collect()
}

/// The module right under the root that a file belongs to; none for the root.
fn top(file: &File) -> Option<&String> {
    file.module.first()
}

#[test]
fn the_list_of_modules_is_complete() {
    let library = Library::read();
    let modules: BTreeSet<&String> = library.files.iter().filter_map(top).collect();
    let listed = listed();
    assert_eq!(modules, listed.iter().collect::<BTreeSet<_>>());
    assert_eq!(modules.len(), listed.len(), "a module is listed twice: {listed:?}");
}

#[test]
fn modules_use_only_those_listed_before_them() {
    let library = Library::read();
    let listed = listed();
    let rank = |name: &String| listed.iter().position(|listed| listed == name);
    let mut wrong = Vec::new();
    for found in library.uses() {
        let [from, to] = [found.from, found.to].map(|file| top(&library.files[file]));
        let (Some(from), Some(to)) = (from, to) else { continue };
        if from == to {
            continue;
        }
        if rank(to) > rank(from) {
            wrong.push(format!("{}: {to} is listed after {from}", library.describe(&found)));
        }
        let rules = RULES.iter().filter(|(module, _)| module == from);
        for broken in rules.filter(|(_, rule)| match rule {
            Rule::Only(modules) => !modules.contains(&to.as_str()),
            Rule::Never(modules) => modules.contains(&to.as_str()),
        }) {
            wrong.push(format!("{}: {} may not use {to}", library.describe(&found), broken.0));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The files and folders of one folder that use each other in a circle, each with a use that
/// belongs to the circle.
#[test]
fn no_files_of_a_folder_use_each_other_in_a_circle() {
    let library = Library::read();
    let mut edges: BTreeMap<(Module, Module), String> = BTreeMap::new();
    for found in library.uses() {
        let [from, to] = [found.from, found.to].map(|file| &library.files[file].module);
        let shared = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        // The order of the list forbids circles of modules right under the root. A file that holds
        // the parts and one of these parts are no siblings.
        if shared > 0 && shared < from.len() && shared < to.len() {
            let key = (from[..=shared].to_vec(), to[..=shared].to_vec());
            let _ = edges.entry(key).or_insert_with(|| library.describe(&found));
        }
    }
    let reaches = |from: &Module, to: &Module| {
        let mut seen = BTreeSet::from([from]);
        let mut left = vec![from];
        while let Some(at) = left.pop() {
            for (_, next) in edges.keys().filter(|(from, _)| from == at) {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    left.push(next);
                }
            }
        }
        false
    };
    let circles = edges.iter().filter(|((from, to), _)| reaches(to, from));
    let circles: Vec<&str> = circles.map(|(_, description)| description.as_str()).collect();
    assert!(circles.is_empty(), "\n{}", circles.join("\n"));
}
