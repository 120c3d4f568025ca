import { confirmPerson, readConfirmation } from '@veranda/contract/accounts/confirmation-routes.ts'
import { type PanelAction, type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { useCommand } from '../../lib/command.ts'
import { type Problem } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { confirmWish, useConfirmation } from '../../parts/use-confirmation.ts'

type Given = {
  /** What is about to be released; nothing is asked while there is none. */
  sum: { amount: number; currency: string } | undefined
  refused: Problem | undefined
  stage: Pick<RoomStage, 'leaveHeadset'> | undefined
}

type SceneConfirm = {
  /** What stands in the panel of the approval. */
  rows: readonly PanelRow[]
  /** Takes the place of releasing until the person is confirmed. */
  instead: PanelAction | undefined
  act: (actionId: string) => void
  again: () => Promise<void>
}

/**
 * A fresh confirmation, as far as a panel in the scene can have it: one press for people of the demo world. A password
 * is typed on the page behind the scene, which is shown for that; the panel waits and is ready afterwards.
 */
export function useSceneConfirm({ sum, refused, stage }: Given): SceneConfirm {
  const t = useWords('rooms')
  const textOf = useProblemText()
  const name = useSession().user?.firstName ?? ''
  const { state, ways, again } = useConfirmation(sum, sum !== undefined, refused)
  const confirm = useCommand(confirmPerson, { touches: [readConfirmation] })
  const byPress = ways.includes('demo')

  function rows(): PanelRow[] {
    if (state === 'none') return []
    if (state === 'checking') return [{ id: 'confirm', text: t('scene.confirm.checking') }]
    if (state === 'done') return [{ id: 'confirm', text: t('scene.confirm.done'), tone: 'success' }]
    const detail = confirm.problem ? textOf(confirm.problem) : t(byPress ? 'scene.confirm.press' : 'scene.confirm.page')
    return [{ id: 'confirm', text: t('scene.confirm.needed'), detail, tone: confirm.problem ? 'error' : 'warning' }]
  }

  function instead(): PanelAction | undefined {
    if (state === 'none' || state === 'done') return undefined
    if (state === 'checking')
      return { id: 'checking', label: t('scene.confirm.checking'), look: 'filled', disabled: true }
    const label = byPress ? t('scene.confirm.as', { name }) : t('scene.confirm.open')
    return { id: byPress ? 'confirm' : 'page', label, look: 'filled', disabled: confirm.busy }
  }

  function act(actionId: string) {
    if (actionId === 'confirm') void confirm.run({ body: { way: 'demo' } })
    if (actionId !== 'page') return
    confirmWish.set(sum)
    void stage?.leaveHeadset()
  }

  return { rows: rows(), instead: instead(), act, again }
}
