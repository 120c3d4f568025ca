/**
 * Why a way to a provider did not end as it should, in the address of the page that then says so:
 * denied: the user refused, expired: too late, used before or begun in another browser, failed: what came back proves
 * nothing, unavailable: no reply in time, email-taken: an account has the address that the provider proved,
 * linked-elsewhere: the identity belongs to another account, other-linked: this account has another one of this
 * provider, other-identity: a user who confirms that it is them came back as another one, not-recent: they were not asked
 * to sign in again, session-ended: the session that began to link or confirm is over, too-many: above the limit,
 * no-service: this service cannot reach its database, suspended: an admin suspended the user.
 */
export const socialProblems = [
  'denied',
  'expired',
  'failed',
  'unavailable',
  'email-taken',
  'linked-elsewhere',
  'other-linked',
  'other-identity',
  'not-recent',
  'session-ended',
  'too-many',
  'no-service',
  'suspended',
] as const
export type SocialProblem = (typeof socialProblems)[number]

/** Returns the problem that an address names; undefined for any other text. */
export function parseSocialProblem(text: string | null): SocialProblem | undefined {
  return socialProblems.find((problem) => problem === text)
}
