//! Files that are not read, recognised by their first bytes, with advice for the user.

/// Advice for tables in other files.
const EXPORT: &str = "export its table as CSV with a column of puzzles";
const UNPACK: &str = "unpack it and name the files in it";
const TEXT: &str = "expected text: lines of 81 symbols, CSV, or grids of nine rows";
const IMAGE: &str = "pictures are not read: type its puzzles as lines of 81 symbols";
const PYTHON: &str = "write its puzzles as CSV or as lines of 81 symbols (in Python)";
const DECOMPRESS: &str = "decompress it: gzip, bzip2, xz and zstd are read as they are";

/// Where the magic bytes are, the bytes, what the file is, and what to do.
type Magic = (usize, &'static [u8], &'static str, &'static str);

static MAGICS: &[Magic] = &[
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it (7z x) and name the files in it"),
    (0, b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (257, b"ustar", "a tar archive", "unpack it (tar xf) and name the files in it"),
    (0, b"!<arch>\n", "an ar archive", UNPACK),
    (0, b"MSCF\0\0\0\0", "a cabinet archive", UNPACK),
    (0, b"070701", "a cpio archive", UNPACK),
    (0, b"PAR1", "a Parquet file", EXPORT),
    (0, b"PARE", "an encrypted Parquet file", EXPORT),
    (0, b"ARROW1", "an Arrow (Feather) file", EXPORT),
    (0, b"FEA1", "a Feather file", EXPORT),
    (0, b"\xff\xff\xff\xff", "an Arrow stream or other binary data", EXPORT),
    (0, b"ORC", "an ORC file", EXPORT),
    (0, b"Obj\x01", "an Avro file", EXPORT),
    (0, b"SQLite format 3\0", "an SQLite database", EXPORT),
    (8, b"DUCK", "a DuckDB database", EXPORT),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file", EXPORT),
    (0, b"CDF\x01", "a NetCDF file", EXPORT),
    (0, b"CDF\x02", "a NetCDF file", EXPORT),
    (0, b"MATLAB 5.0 MAT-file", "a MATLAB file", EXPORT),
    (0, b"RDX2\n", "an R data file", EXPORT),
    (0, b"RDX3\n", "an R data file", EXPORT),
    (0, b"X\n\0\0\0", "an R data file (RDS)", EXPORT),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (xls, doc)", EXPORT),
    (0, b"\x93NUMPY", "a NumPy array (npy)", PYTHON),
    (0, b"%PDF-", "a PDF document", "save its puzzles as text, lines of 81 symbols"),
    (0, b"%!PS", "a PostScript document", "save its puzzles as text, lines of 81 symbols"),
    (0, b"{\\rtf", "an RTF document", "save it as plain text"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG picture", IMAGE),
    (0, b"\xff\xd8\xff", "a JPEG picture", IMAGE),
    (0, b"GIF87a", "a GIF picture", IMAGE),
    (0, b"GIF89a", "a GIF picture", IMAGE),
    (8, b"WEBP", "a WebP picture", IMAGE),
    (0, b"II*\0", "a TIFF picture", IMAGE),
    (0, b"MM\0*", "a TIFF picture", IMAGE),
    (4, b"ftypheic", "a HEIC picture", IMAGE),
    (4, b"ftypavif", "an AVIF picture", IMAGE),
    (0, b"AT&TFORM", "a DjVu document", IMAGE),
    (4, b"ftyp", "a film", TEXT),
    (0, b"RIFF", "sound or a film", TEXT),
    (0, b"OggS", "sound or a film", TEXT),
    (0, b"fLaC", "sound", TEXT),
    (0, b"ID3", "sound", TEXT),
    (0, b"\x7fELF", "a program (ELF)", TEXT),
    (0, b"\xcf\xfa\xed\xfe", "a program (Mach-O)", TEXT),
    (0, b"\xca\xfe\xba\xbe", "a program (Mach-O or Java)", TEXT),
    (0, b"\0asm", "a program (WebAssembly)", TEXT),
    (0, b"bplist00", "a binary property list", TEXT),
    (0, b"PACK\0\0\0", "a Git pack", TEXT),
    (0, b"\x04\x22\x4d\x18", "lz4 data", DECOMPRESS),
    (0, b"\x5d\0\0", "lzma data", DECOMPRESS),
    (0, b"LZIP", "lzip data", DECOMPRESS),
    (0, b"\x1f\x9d", "compress data", DECOMPRESS),
    (0, b"\xff\x06\0\0sNaPpY", "snappy data", DECOMPRESS),
    (0, b"\0\0\xfe\xff", "UTF-32 text", "save it as UTF-8"),
    (0, b"\xff\xfe\0\0", "UTF-32 text", "save it as UTF-8"),
    (0, b"cnumpy", "a Python pickle", PYTHON),
    (0, b"cpandas", "a Python pickle", PYTHON),
    (0, b"ccopy_reg\n", "a Python pickle", PYTHON),
    (0, b"]q\0", "a Python pickle", PYTHON),
    (0, b"}q\0", "a Python pickle", PYTHON),
];

/// What a file with this beginning is, and what to do, if it is one of these.
pub(super) fn find(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let is_at =
        |&&(at, magic, ..): &&Magic| bytes.get(at..).is_some_and(|bytes| bytes.starts_with(magic));
    if let Some(&(.., what, advice)) = MAGICS.iter().find(is_at) {
        return Some((what, advice));
    }
    let has = |part: &[u8]| memchr::memmem::find(bytes, part).is_some();
    match bytes {
        // The protocol, then one of the operations by which pickles of it begin.
        [0x80, 2..=5, 0x95 | b'c' | b'}' | b']' | b'(' | b')' | b'X' | 0x8c | b'K', ..] => {
            Some(("a Python pickle", PYTHON))
        }
        // A list, dictionary or tuple of protocol 0.
        [b'(', b'l' | b'd' | b't', b'p', b'0'..=b'9', b'\n', ..] => {
            Some(("a Python pickle", PYTHON))
        }
        _ if is_tar(bytes) => {
            Some(("a tar archive", "unpack it (tar xf) and name the files in it"))
        }
        [b'M', b'Z', ..] if bytes.contains(&0) => Some(("a program (Windows)", TEXT)),
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(("a BMP picture", IMAGE)),
        [b'P', b'K', 3 | 5, 4 | 6, ..] if has(b"xl/") => Some(("an Excel workbook (xlsx)", EXPORT)),
        [b'P', b'K', 3 | 5, 4 | 6, ..] if has(b"application/vnd.oasis.opendocument") => {
            Some(("an OpenDocument file (ods)", EXPORT))
        }
        [b'P', b'K', 3 | 5, 4 | 6, ..] => Some((
            "a zip archive in a stream or in another archive",
            "only a zip file that is named is read: unpack it (unzip)",
        )),
        _ => None,
    }
}

/// Whether these bytes begin with a header of tar, as of the first versions without a magic number: its
/// checksum is right.
fn is_tar(bytes: &[u8]) -> bool {
    let Some(header) = bytes.first_chunk::<512>() else { return false };
    let (before, rest) = header.split_at(148);
    let (digits, behind) = rest.split_at(8);
    let text = std::str::from_utf8(digits).unwrap_or_default();
    let stored = u32::from_str_radix(text.trim_matches(['\0', ' ']), 8);
    let sum: u32 = before.iter().chain(behind).map(|&byte| u32::from(byte)).sum();
    stored == Ok(sum + 8 * u32::from(b' '))
}

/// What a zip archive of files with these names is, and what to do, if it is a document.
pub(in crate::corpus) fn of_archive<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
) -> Option<(&'static str, &'static str)> {
    let has = |start: &str| names.clone().any(|name| name.starts_with(start));
    let are_arrays = names.clone().next().is_some() && names.clone().all(|n| n.ends_with(".npy"));
    if has("[Content_Types].xml") {
        return Some(match () {
            () if has("xl/") => ("an Excel workbook (xlsx)", EXPORT),
            () if has("word/") => ("a Word document (docx)", "save it as plain text"),
            () => ("an Office document", "save it as plain text or CSV"),
        });
    }
    match () {
        () if has("mimetype") && has("content.xml") => Some(("an OpenDocument file (ods)", EXPORT)),
        () if has("mimetype") && has("META-INF/") => Some(("an e-book (EPUB)", TEXT)),
        () if has("META-INF/MANIFEST.MF") => Some(("a Java archive", TEXT)),
        () if has("Index/Document.iwa") => Some(("a Numbers document", EXPORT)),
        () if are_arrays => Some(("NumPy arrays (npz)", PYTHON)),
        () => None,
    }
}
