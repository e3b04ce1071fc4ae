#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch_peers.sh SOURCE WORK: scripts/fetch-peers without network, with an apt-get of this test's own that
# notes what it is asked and gives what it is told to.
set -eu

fetch=$1/scripts/fetch-peers
work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/etc/sources.list.d" "$work/empty"

fail() {
    echo "fetch_peers: $*" >&2
    exit 1
}

# 'update' keeps the private configuration for a look; 'source' unpacks, or fails with an apt message.
cat >"$work/bin/apt-get" <<APT
#!/bin/sh
echo "\$@" >>"$work/asked"
conf=\$2
case \$3 in
update)
    rm -rf "$work/seen"
    cp -r "\$(sed -n 's/^Dir::Etc::sourceparts "\(.*\)";/\1/p' "\$conf")" "$work/seen"
    cp "\$conf" "$work/conf"
    ;;
source)
    for name; do :; done
    [ -f "$work/broken" ] && { cat "$work/broken" >&2; exit 100; }
    mkdir "\$name-1.2.3"
    echo "int \$name;" >"\$name-1.2.3/code.c"
    ;;
esac
APT
printf '#!/bin/sh\n' >"$work/bin/dpkg-source"
chmod +x "$work/bin/apt-get" "$work/bin/dpkg-source"
PATH=$work/bin:$PATH
FIELDKEX_APT_ETC=$work/etc
export PATH FIELDKEX_APT_ETC

cat >"$work/etc/sources.list" <<'LIST'
# deb http://commented.invalid/ x main
deb cdrom:[Some disc]/ bookworm main
deb [arch=amd64 signed-by=/k.gpg] http://one.invalid/debian bookworm main contrib
deb-src http://two.invalid/debian bookworm main
LIST
cat >"$work/etc/sources.list.d/a.sources" <<'DEB822'
# A comment, and one inside.
Types: deb
# snapshot
URIs: http://three.invalid/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN KEY-----
 .
 abc

Enabled: no
Types: deb
URIs: http://four.invalid/debian
Suites: x
Components: main

types: deb deb-src
URIs: http://five.invalid/debian
Suites: y
Components: main
DEB822
printf 'deb http://six.invalid/ z main\n' >"$work/etc/sources.list.d/b.list"
printf 'deb http://seven.invalid/ z main\n' >"$work/etc/sources.list.d/c.list.disabled"

# Everything comes: folders, no reasons, nothing left of the work.
"$fetch" "$work/peers" one two >"$work/out" 2>&1 || fail "status $? when all is well"
[ -f "$work/peers/one-1.2.3/code.c" ] && [ -f "$work/peers/two-1.2.3/code.c" ] || fail "not unpacked"
[ -z "$(find "$work/peers" -name '*.reason')" ] || fail "a reason, but all is well"
[ ! -e "$work/peers/apt.tmp" ] || fail "the private lists are left behind"

# The entries became source entries; discs, comments and disabled ones did not.
cat "$work"/seen/*.list >"$work/lists"
[ "$(grep -c . "$work/lists")" -eq 3 ] || fail "one-line entries: $(cat "$work/lists")"
grep -qx 'deb-src \[arch=amd64 signed-by=/k.gpg\] http://one.invalid/debian bookworm main contrib' \
    "$work/lists" || fail "options of an entry are lost"
grep -qx 'deb-src http://two.invalid/debian bookworm main' "$work/lists" || fail "a deb-src entry is lost"
grep -qx 'deb-src http://six.invalid/ z main' "$work/lists" || fail "sources.list.d/*.list is not read"
cat "$work"/seen/*.sources >"$work/stanzas"
[ "$(grep -c '^Types: deb-src$' "$work/stanzas")" -eq 2 ] || fail "stanzas: $(cat "$work/stanzas")"
grep -q 'three.invalid' "$work/stanzas" && grep -q 'five.invalid' "$work/stanzas" || fail "a stanza is lost"
! grep -q 'four.invalid' "$work/stanzas" || fail "a disabled stanza is used"
grep -qx ' abc' "$work/stanzas" || fail "a key inside a stanza is lost"
for key in Dir::State::lists Dir::Cache; do
    grep -q "^$key \"$work/peers/apt.tmp/" "$work/conf" || fail "$key is not private"
done

# A second run asks nobody.
rm "$work/asked"
"$fetch" "$work/peers" one two >"$work/out" 2>&1 || fail "status $? in the second run"
[ ! -e "$work/asked" ] || fail "the second run asks again"
[ ! -s "$work/out" ] || fail "the second run talks: $(cat "$work/out")"

# What does not come leaves a reason, and the status is 0; when it comes later the reason goes.
echo 'E: Unable to find a source package for three' >"$work/broken"
"$fetch" "$work/peers" one three >"$work/out" 2>&1 || fail "status $? when a peer does not come"
[ "$(wc -l <"$work/peers/three.reason")" -eq 1 ] || fail "the reason is not one line"
grep -q 'Unable to find a source package for three' "$work/peers/three.reason" || fail "no clear reason"
grep -q 'three: its sources could not be had' "$work/out" || fail "not a word about it"
[ ! -e "$work/peers/one.reason" ] || fail "a reason for what is there"
rm "$work/broken"
"$fetch" "$work/peers" three >/dev/null 2>&1 || fail "status $? when it comes after all"
[ -d "$work/peers/three-1.2.3" ] && [ ! -e "$work/peers/three.reason" ] || fail "the old reason stays"

# No entries at all.
FIELDKEX_APT_ETC=$work/empty "$fetch" "$work/peers" four >/dev/null 2>&1 || fail "status $? without entries"
grep -q 'has no entry' "$work/peers/four.reason" || fail "no reason without entries"

# Nothing to say where: usage.
status=0
"$fetch" >/dev/null 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "status $status without a folder"
