import { countPageView, reportError } from '@veranda/contract/analytics/routes.ts'
import { type ErrorReportBody, type PageViewBody, type Screen, screens } from '@veranda/contract/analytics/schemas.ts'
import { anonymiseMessage, errorNamePattern, isSilentError, ownFrames } from '@veranda/core/analytics/error-report.ts'
import { type Route } from '@veranda/contract/route.ts'
import { type DataRouter } from 'react-router'
import { routeUrl } from '../../lib/api/route-url.ts'
import { analytics, appVersion, errorReporting } from '../../lib/build-settings.ts'
import { onFailure } from '../../lib/failures.ts'

/** Reports of one page load. A fault that repeats says nothing new, and may be caused by being reported. */
const maxReports = 10

type Matched = Pick<DataRouter['state'], 'matches' | 'navigation' | 'location'>

/**
 * Counts the screens that are opened and reports the errors of the app, to our own server alone, without cookies and
 * without an id. Does nothing where the browser asks by Do Not Track or Global Privacy Control not to be counted.
 */
export function startAnalytics(router: DataRouter): void {
  if (asksNotToBeCounted()) return
  if (analytics) countScreens(router)
  if (errorReporting) reportFailures(router)
}

function asksNotToBeCounted(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  )
}

function countScreens(router: DataRouter): void {
  let counted: string | undefined
  const count = ({ matches, navigation, location }: Matched) => {
    // Filters and open panels are in the query, and redirects are on their way to another screen.
    if (navigation.state !== 'idle' || location.pathname === counted) return
    counted = location.pathname
    const screen = screenOf(matches)
    if (screen !== undefined) post(countPageView, { screen } satisfies PageViewBody)
  }
  count(router.state)
  router.subscribe(count)
}

function reportFailures(router: DataRouter): void {
  const reported = new Set<string>()
  const release = releaseOfPage()
  onFailure((thrown) => {
    if (!(thrown instanceof Error) || isSilentError(thrown) || isSilentCause(thrown)) return
    const screen = screenOf(router.state.matches)
    const name = errorNamePattern.test(thrown.name) ? thrown.name : 'Error'
    const message = anonymiseMessage(thrown.message)
    const frames = ownFrames(thrown.stack ?? '', location.origin)
    const key = [name, message, ...frames].join('\n')
    if (screen === undefined || release === undefined || reported.has(key) || reported.size >= maxReports) return
    reported.add(key)
    post(reportError, { name, message, frames, screen, version: appVersion, release } satisfies ErrorReportBody)
  })
}

/** Returns whether an error was caused by one that is never reported, as when the code of a screen does not arrive. */
function isSilentCause({ cause }: Error): boolean {
  return cause instanceof Error && isSilentError(cause)
}

/** Returns the pattern of the address that is shown, such as `/projects/:id`; undefined before the first screen. */
export function screenOf(matches: Matched['matches']): Screen | undefined {
  const path = matches.flatMap(({ route }) => route.path?.split('/').filter(Boolean) ?? []).join('/')
  return screens.find((screen) => screen === `/${path}`)
}

/**
 * Returns the hash of the first script, which names every other script of its build. On a page that the server drew
 * before, the scripts are imported by one in the page.
 */
function releaseOfPage(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')
  return /-([0-9a-f]{7,8})\.js\b/.exec(script?.src || (script?.text ?? ''))?.[1]
}

/** Sends without cookies and without waiting; a failure is of no interest to anyone. */
function post(route: Route, body: object): void {
  if (!navigator.onLine) return
  fetch(routeUrl(route), {
    method: route.method,
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    keepalive: true,
    body: JSON.stringify(body),
  }).catch(() => undefined)
}
