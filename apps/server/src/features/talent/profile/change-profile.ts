import { type ProfilePatch, type Profile } from '@veranda/contract/talent/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { ensureCreator } from './ensure-creator.ts'
import { findSkillNames } from '../skills/skill.repository.ts'
import { publishProfileChange } from './publish-profile-change.ts'
import { readProfile } from '../page/read-creator.ts'

/** Changes the time zone, which belongs to the account; passed in by the composition root. */
export type ChangeTimeZone = (ctx: CommandContext, timeZone: string) => Promise<Result<unknown>>

/** Saves the user's own page; omitted fields stay. The first save makes the user a creator. */
export async function changeProfile(
  ctx: CommandContext,
  patch: ProfilePatch,
  changeTimeZone: ChangeTimeZone,
): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const now = deps.clock.now()
  await ensureCreator(tx, actor.id, now)
  const { headline, about, skills, languages, accepting, timeZone } = patch
  if (timeZone !== undefined) {
    const changed = await changeTimeZone(ctx, timeZone)
    if (!changed.ok) return changed
  }
  const skillNames = skills && (await findSkillNames(tx, skills))
  const skillsBefore = skills && (await readSkills(tx, actor.id))
  await tx
    .updateTable('creators')
    .set({
      updated_at: new Date(now),
      ...(headline === undefined ? {} : { headline }),
      ...(about === undefined ? {} : { about }),
      ...(skillNames === undefined ? {} : { skills: skillNames }),
      ...(languages === undefined ? {} : { languages: [...new Set(languages)] }),
      ...(accepting === undefined ? {} : { accepting }),
    })
    .where('user_id', '=', actor.id)
    .execute()
  await publishProfileChange(tx, actor.id, skillsBefore)
  return ok(await readProfile(tx, actor.id))
}

async function readSkills(tx: Tx, creatorId: string): Promise<readonly string[]> {
  const creator = await tx
    .selectFrom('creators')
    .select('skills')
    .where('user_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  return creator.skills
}
