import type { Browser, Page } from '@playwright/test'

/** A task of a page's own thread. */
export type PageTask = {
  readonly startMs: number
  /** From its start to its end, with what it waited for. */
  readonly durationMs: number
  /** The processor time that it took. */
  readonly processorMs: number
  /** The scripts that ran in it. */
  readonly scripts: readonly string[]
}

/** An event of Chromium's trace; times are in microseconds. */
type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string } }
}

const traceCategories = ['__metadata', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
const microsecondsPerMs = 1_000

/** Traces a page while it does something. Returns the tasks of its own thread, in order. */
export async function traceTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<PageTask[]> {
  await browser.startTracing(page, { categories: traceCategories })
  await act()
  const trace = await browser.stopTracing()
  // Chromium documents this format.
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasksOf = ({ pid, tid }: TraceEvent) => toTasks(traceEvents.filter((one) => one.pid === pid && one.tid === tid))
  // Chromium keeps another renderer ready, which runs no script.
  const candidates = threads.map(tasksOf).toSorted((a, b) => b.length - a.length)
  return candidates[0] ?? []
}

function toTasks(events: readonly TraceEvent[]): PageTask[] {
  const complete = events.filter(({ ph }) => ph === 'X').toSorted((a, b) => a.ts - b.ts)
  const scripts = complete.filter(({ args }) => args.data?.url?.endsWith('.js'))
  return complete
    .filter(({ name }) => name === 'RunTask')
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      startMs: ts / microsecondsPerMs,
      durationMs: dur / microsecondsPerMs,
      processorMs: tdur / microsecondsPerMs,
      scripts: [
        ...new Set(
          scripts
            .filter((script) => script.ts >= ts && script.ts <= ts + dur)
            .map(({ name, args }) => `${args.data?.url?.split('/').at(-1)} (${name})`),
        ),
      ],
    }))
}

export function formatTask({ durationMs, processorMs, scripts }: PageTask): string {
  return `${processorMs.toFixed(0)} ms of processor time in ${durationMs.toFixed(0)} ms: ${scripts.slice(0, 4).join(', ')}`
}
