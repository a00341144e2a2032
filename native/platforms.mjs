/** The platforms that have a package of their own with the addon. */
export const platforms = [
  { id: 'linux-x64-gnu', os: 'linux', cpu: 'x64', libc: 'glibc', zig: 'x86_64-linux-gnu.2.28' },
  { id: 'linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl', zig: 'x86_64-linux-musl' },
  { id: 'linux-arm64-gnu', os: 'linux', cpu: 'arm64', libc: 'glibc', zig: 'aarch64-linux-gnu.2.28' },
  { id: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  { id: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  { id: 'win32-x64', os: 'win32', cpu: 'x64' },
]
