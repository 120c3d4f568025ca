import { type Route } from '@veranda/contract/route.ts'
import { type Done, type IdParams } from '@veranda/contract/shared-schemas.ts'
import { readProfile } from '@veranda/contract/talent/routes.ts'
import { type MoveBody, type Profile } from '@veranda/contract/talent/schemas.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { type Problem } from '../../../lib/api/problem.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { runCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

type MoveRoute = Route<{ params: IdParams; body: MoveBody; reply: Profile }>
type RemoveRoute = Route<{ params: IdParams; reply: Done }>
type RestoreRoute = Route<{ params: IdParams; reply: Profile }>

/** Long enough to read the snackbar and change one's mind. */
const undoTimeoutMs = 10_000

/** Moves and removes the items of a list on the user's page; a removal can be undone. */
export function usePageList(routes: { move: MoveRoute; remove: RemoveRoute; restore: RestoreRoute }) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const textOf = useProblemText()

  /** Another window may have changed the list, so it is read again in any case. */
  async function finish(outcome: { ok: true } | { ok: false; problem: Problem }): Promise<boolean> {
    await invalidateReads(readProfile)
    if (!outcome.ok) snackbars.add({ tone: 'error', title: textOf(outcome.problem) })
    return outcome.ok
  }

  async function restore(id: string): Promise<void> {
    await finish(await runCommand<RestoreRoute>(routes.restore, { params: { id } }))
  }

  return {
    async move(id: string, before: string | null): Promise<void> {
      await finish(await runCommand<MoveRoute>(routes.move, { params: { id }, body: { before } }))
    },
    async remove({ id, title }: { id: string; title: string }): Promise<void> {
      const isRemoved = await finish(await runCommand<RemoveRoute>(routes.remove, { params: { id } }))
      if (!isRemoved) return
      snackbars.add({
        title: t('edit.item.removed', { title }),
        timeoutMs: undoTimeoutMs,
        action: { label: c('undo'), onPress: () => void restore(id) },
      })
    },
  }
}
