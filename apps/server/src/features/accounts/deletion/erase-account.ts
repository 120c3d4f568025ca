import { deletedUserName, erasureRetryMs } from '@veranda/core/accounts/deletion/deletion.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { after } from '@veranda/core/time/instant.ts'
import { type AccountObstacleQuery, type ErasedUser, type Eraser } from '../../../platform/access/account-erasure.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { signalAfterCommit } from '../../../platform/db/commit-signals.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { deleteJobsAbout } from '../../../platform/jobs/jobs.ts'
import { scheduleTimer, type TimerHandler, timerHandler } from '../../../platform/timers/timers.ts'
import { deleteDataExport } from '../export/data-export.repository.ts'
import { erasureTimer, findObstacles } from './change-deletion.ts'
import { type DeletionMailJob, deletionMailQueue } from './deletion-mailer.ts'
import { noteErasureQueue, type NoteErasureJob } from './erasure-record.ts'

export type ErasureParts = {
  readonly obstacles: readonly AccountObstacleQuery[]
  /** In the order in which they run; files come after everything that refers to them. */
  readonly erasers: readonly Eraser[]
}

/**
 * Erases an account at its time, all in one transaction. While something keeps it from being erased it is tried again
 * every day, and the user gets one mail. Users who were erased after the backup that was restored are erased again,
 * whatever is under way in it.
 */
export const eraseAtTime = ({ obstacles, erasers }: ErasureParts): TimerHandler =>
  timerHandler(erasureTimer, async ({ tx, timer, deps }) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'deletion_at', 'closed_at'])
      .where('id', '=', timer.subject.id)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return
    const now = deps.clock.now()
    // The subject of the timer is a user.
    const userId = user.id as UserId
    const isAgain = timer.data['again'] === true
    if (!isAgain) {
      if (user.closed_at !== null || user.deletion_at === null || user.deletion_at > now) return
      if ((await findObstacles({ db: tx, now }, obstacles, userId)).length > 0) {
        await scheduleTimer(tx, { ...timer, at: after(now, erasureRetryMs), data: { mailed: true } })
        const job: DeletionMailJob = { userId, about: 'waiting' }
        if (timer.data['mailed'] !== true) await deps.jobs.enqueue(tx, deletionMailQueue, job)
        return
      }
    }
    await eraseAccount({ tx, deps }, { id: userId, name: user.name, email: user.email }, erasers)
  })

async function eraseAccount(ctx: { tx: Tx; deps: Deps }, user: ErasedUser, erasers: readonly Eraser[]): Promise<void> {
  const { tx, deps } = ctx
  const now = deps.clock.now()
  await accountEraser.erase(ctx, user)
  for (const eraser of erasers) await eraser.erase(ctx, user)
  await recordAudit(tx, { action: 'account.erased', userId: user.id, actorId: null, at: now })
  await tx
    .insertInto('erased_accounts')
    .values({ user_id: user.id, erased_at: new Date(now) })
    .onConflict((c) => c.column('user_id').doNothing())
    .execute()
  const job: NoteErasureJob = { userId: user.id, erasedAt: now }
  await deps.jobs.enqueue(tx, noteErasureQueue, job)
}

/** Closes the account and deletes by what its user signed in, their settings, and everything that says who they were. */
export const accountEraser: Eraser = {
  tables: [
    'users',
    'sessions',
    'known_devices',
    'credentials',
    'pairings',
    'step_ups',
    'one_time_links',
    'oauth_attempts',
    'pending_identities',
    'registrations',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'sign_in_challenges',
    'step_up_codes',
    'data_exports',
  ],
  async erase({ tx, deps }, { id, email }) {
    const now = new Date(deps.clock.now())
    // Before anything is enqueued. Some have the address, and the device that asked.
    await deleteJobsAbout(tx, email === null ? [id] : [id, email], 'accounts.')
    // With each session go its step-up and the ways to a provider that it began.
    const ended = await tx.deleteFrom('sessions').where('user_id', '=', id).returning('id').execute()
    signalAfterCommit(tx, { endedSessions: ended.map((session) => session.id) })
    await tx.deleteFrom('known_devices').where('user_id', '=', id).execute()
    await tx.deleteFrom('credentials').where('user_id', '=', id).execute()
    await tx.deleteFrom('totp_factors').where('user_id', '=', id).execute()
    await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
    await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
    await tx.deleteFrom('one_time_links').where('user_id', '=', id).execute()
    await tx.deleteFrom('sign_in_challenges').where('user_id', '=', id).execute()
    await deleteDataExport({ tx, deps }, id)
    await tx
      .deleteFrom('pairings')
      .where((e) => e.or([e('approved_by', '=', id), e('looked_up_by', '=', id)]))
      .execute()
    if (email !== null) {
      await tx.deleteFrom('registrations').where('email', '=', email).execute()
      await tx.deleteFrom('pending_identities').where('email', '=', email).execute()
    }
    await tx
      .updateTable('users')
      .set({
        name: deletedUserName,
        first_name: deletedUserName,
        email: null,
        email_verified: false,
        avatar_file: null,
        time_zone: 'UTC',
        language: 'en',
        theme: 'system',
        is_admin: false,
        admin_roles: [],
        demo_description: null,
        last_login_at: null,
        deletion_at: null,
        suspended_at: null,
        suspended_until: null,
        suspension_reason: null,
        suspended_token_hashes: [],
        closed_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
  },
}
