import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SEARCH_EVERY_MS = 20
/** The watcher's input closes when the parent process ends, however it ended. The last line names the runtime that runs then. */
const KILL_RUNTIME_AFTERWARDS = 'while read -r line; do runtime=$line; done; kill -9 "$runtime"'

const nameOf = (pid: string): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()

/** The process id of the workerd that a process has started; undefined where there is none. */
export function runtimeOf(parent: number): string | undefined {
  try {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean)
    return children.find((pid) => nameOf(pid) === 'workerd')
  } catch {
    // macOS has no such file, but has pgrep; a minimal Debian has no pgrep.
    const { stdout } = spawnSync('pgrep', ['-x', '-P', String(parent), 'workerd'], { encoding: 'utf8' })
    return stdout?.split('\n')[0] || undefined
  }
}

/**
 * Ends workerd when this process ends. Miniflare does so on exit and on signals, but not after SIGKILL: workerd would keep
 * running and occupy the port. Call this before workerd is started, because a process killed during the start also leaves
 * workerd behind. Windows has no such shell, so nothing is done there.
 * @returns What to call when workerd was started again, in a process of another id.
 */
export function endRuntimeWithThisProcess(): () => void {
  if (process.platform === 'win32') return () => undefined
  const watcher = spawn('sh', ['-c', KILL_RUNTIME_AFTERWARDS], {
    // In its own process group, so that killing the parent's group does not kill the watcher.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  const findRuntime = () => {
    const search = setInterval(() => {
      const pid = runtimeOf(process.pid)
      if (pid === undefined) return
      clearInterval(search)
      watcher.stdin.write(`${pid}\n`)
    }, SEARCH_EVERY_MS)
    search.unref()
  }
  findRuntime()
  return findRuntime
}

const NPM_CHECK_MS = 500

/**
 * The parent of this process and, where that is the shell of npm's script, the parent of the shell: npm may end and leave it behind.
 * A shell that becomes the command, as bash does, leaves npm itself as the parent; npm may outlive whoever started it.
 */
function findStarters(): string {
  const { ppid } = process
  try {
    const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? []
    return name.endsWith('sh') ? `${ppid} ${parent}` : `${ppid}`
  } catch {
    return `${ppid}`
  }
}

/**
 * Ends this process when npm, which has started it, ends: npm passes some signals on to its shell, and the shell none, so that the
 * server would keep running and occupy its port.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const starters = findStarters()
  const check = () => {
    if (findStarters() !== starters) process.exit()
  }
  setInterval(check, NPM_CHECK_MS).unref()
}
