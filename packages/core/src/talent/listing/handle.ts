import { ok, refuse, type Result } from '../../result.ts'

export const handleLength = { min: 3, max: 30 } as const

/** A creator may take this many handles within `handleChangeWindowDays`. */
export const maxHandleChanges = 3
export const handleChangeWindowDays = 30

/** Words that are ours, or that a page could pass itself off as. */
const reservedHandles: ReadonlySet<string> = new Set(
  `about account accounts admin administrator all api app apps assets auth billing blog book booking bookings brand
  careers client clients commission commissions contact creator creators dashboard demo discover docs download edit
  explore featured feed files free help home index info invite jobs legal login logout mail me message messages
  mod moderator new news null official offers owner page pages pair password pay payment payments payout payouts
  press pricing privacy profile project projects public refund refunds register report reports request reviews
  robots room rooms root sales sandbox search security service services session settings showcases sign-in
  sign-up signin signup sitemap staff status store support system talent team terms test trust undefined user
  users veranda verified void webhook webhooks week work works www you`.split(/\s+/),
)

/**
 * Parses a handle as it was typed: without surrounding blanks and a leading @, in lower case. Refuses (invalid, field
 * `handle`) handle.too-short, handle.too-long, handle.characters and handle.reserved.
 */
export function parseHandle(typed: string): Result<string> {
  const handle = typed.trim().replace(/^@/, '').toLowerCase()
  const refuseHandle = (code: string, detail = {}) => refuse(code, 'invalid', { field: 'handle', detail })
  if (handle.length < handleLength.min) return refuseHandle('handle.too-short', { min: handleLength.min })
  if (handle.length > handleLength.max) return refuseHandle('handle.too-long', { max: handleLength.max })
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle)) return refuseHandle('handle.characters')
  if (isReserved(handle)) return refuseHandle('handle.reserved')
  return ok(handle)
}

function isReserved(handle: string): boolean {
  // A handle with our name in it would look like us.
  return reservedHandles.has(handle) || handle.replaceAll('-', '').includes('veranda')
}

/**
 * Suggests a handle for a name; the second and later suggestions end in a number. Names without Latin letters or digits
 * get `creator`, with a number.
 */
export function suggestHandle(name: string, attempt = 1): string {
  const latin = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const suffix = attempt > 1 ? `-${attempt}` : ''
  const candidate = `${latin.slice(0, handleLength.max - suffix.length).replace(/-$/, '')}${suffix}`
  if (latin !== '' && parseHandle(candidate).ok) return candidate
  const fallback = `${latin.slice(0, 12).replace(/-$/, '')}-studio`.replace(/^-/, '')
  return parseHandle(`${fallback}${suffix}`).ok && latin !== '' ? `${fallback}${suffix}` : `creator-${attempt}`
}
