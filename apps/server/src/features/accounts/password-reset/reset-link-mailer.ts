import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { maySendLink, oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { socialProviderNames } from '@veranda/core/accounts/social/social-provider.ts'
import { canSignIn, type SignInMethods } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { t } from '../../../platform/i18n.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail, describeDevice, formatMailTime } from '../account-mail.ts'
import { type LinkRequest } from '../one-time-links/link-request.ts'
import { listUnusedLinks, removeUnsentLink, replaceOneTimeLinks } from '../one-time-links/one-time-link.repository.ts'
import { readSignInMethods } from '../social/identity.repository.ts'

const kind = 'password-reset'

export const resetLinkQueue = 'accounts.reset-links'
export type ResetLinkJob = {
  /** In its normal form. */
  email: string
  requestedAt: Instant
  request: LinkRequest
}

/**
 * Makes the link and mails it. The token exists in this process and in the mail alone: a job in the database would keep
 * it for days. A link whose mail was refused is deleted, and the retry makes another.
 */
export const resetLinkMailer = worker<ResetLinkJob>(resetLinkQueue, async (job, deps) => {
  const made = await transact(deps, (tx) => makeLink(tx, deps, job))
  if (!made) return
  try {
    await deps.gateways.mail.send(toMail(made, job, deps))
  } catch (error) {
    await removeUnsentLink(deps.db, made.id)
    throw error
  }
})

type Recipient = {
  readonly first_name: string
  readonly language: string
  readonly time_zone: string
}
type MadeLink = {
  readonly id: string
  readonly token: string
  readonly user: Recipient
  /** The other sign-in methods of a user without a password; null for one who has a password. */
  readonly signInMethods: SignInMethods | null
}

/** Returns undefined when the address has no open account, or had enough links lately. */
async function makeLink(tx: Tx, deps: Deps, job: ResetLinkJob): Promise<MadeLink | undefined> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('credentials as c', (j) => j.onRef('c.user_id', '=', 'u.id').on('c.provider_id', '=', 'credential'))
    .select(['u.id', 'u.first_name', 'u.language', 'u.time_zone', 'c.password'])
    .where('u.email', '=', job.email)
    .where('u.closed_at', 'is', null)
    // Of two requests at the same time, the later link replaces the earlier one.
    .forNoKeyUpdate('u')
    .executeTakeFirst()
  if (!row) return undefined
  const { password, ...user } = row
  const userId = asId<UserId>(user.id)
  const now = deps.clock.now()
  const unused = await listUnusedLinks(tx, kind, { userId })
  if (!maySendLink(unused, kind, job.requestedAt, now)) return undefined
  const link = await replaceOneTimeLinks({ tx, deps }, { kind, userId, requestedAt: job.requestedAt })
  const action = 'account.password-reset-requested'
  await recordAudit(tx, { action, userId, actorId: null, at: now, request: job.request })
  return {
    ...link,
    user,
    signInMethods: password === null ? await readSignInMethods({ tx, deps }, userId) : null,
  }
}

function toMail(
  { token, user, signInMethods }: MadeLink,
  { email, requestedAt, request }: ResetLinkJob,
  { env }: Deps,
) {
  const { language } = user
  const device = describeDevice(request.userAgent, language)
  const params = {
    name: user.first_name,
    device: device ?? '',
    time: formatMailTime(requestedAt, user),
    count: oneTimeLinkLifetimeMs[kind] / minute,
    methods: signInMethods === null ? '' : nameSignInMethods(signInMethods, language),
    // In the fragment, which no server, proxy or Referer ever sees.
    link: `${publicAddress(env)}/reset-password#${token}`,
  }
  const asked = device === undefined ? 'mail.asked-somehow' : 'mail.asked'
  const parts =
    signInMethods === null
      ? ([asked, 'mail.link', 'mail.unexpected'] as const)
      : ([
          asked,
          params.methods === '' ? 'mail.no-sign-in-method' : 'mail.no-password',
          'mail.first-link',
          'mail.first-unexpected',
        ] as const)
  return composeMail(
    { to: email, language },
    { texts: 'accounts/password-reset', subject: 'mail.subject', parts },
    params,
  )
}

/** Names what a user without a password signs in with; empty when there is nothing. */
function nameSignInMethods(signInMethods: SignInMethods, language: string): string {
  const names: string[] = signInMethods.providers.map((provider) => socialProviderNames[provider])
  if (canSignIn({ ...signInMethods, providers: [] }))
    names.push(t('accounts/password-reset', 'mail.passkey', {}, language))
  return new Intl.ListFormat(formatLocale(language), { type: 'disjunction' }).format(names)
}
