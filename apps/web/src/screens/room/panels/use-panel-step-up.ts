import { reauthenticate, readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type PanelAction, type PanelRow } from '../../../lib/panels/panel-model.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { requestedStepUp, type StepUpStatus } from '../../../components/step-up/use-step-up.ts'

type PanelStepUpOptions = {
  stepUp: StepUpStatus
  /** The amount to be released, which the form on the page asks for. */
  amount: { amount: number; currency: string } | undefined
  canvas: Pick<RoomCanvas, 'exitHeadset'> | undefined
}

type PanelStepUp = {
  /** Rows of the approval panel. */
  rows: readonly PanelRow[]
  /** The action that replaces the release until the user has reauthenticated. */
  requiredAction: PanelAction | undefined
  handleAction: (actionId: string) => void
}

/**
 * Provides step-up authentication in a scene panel: one press for demo users. A password is typed on the page, for
 * which the user leaves the headset; the panel is ready afterwards.
 */
export function usePanelStepUp({ stepUp, amount, canvas }: PanelStepUpOptions): PanelStepUp {
  const t = useTranslations('rooms')
  const problemText = useProblemText()
  const format = useFormat()
  const name = useSession().user?.firstName ?? ''
  const confirm = useCommand(reauthenticate, { invalidates: [readStepUp] })
  const { state } = stepUp
  const canConfirmByPress = stepUp.state === 'required' && stepUp.methods.includes('demo')

  function rows(): PanelRow[] {
    if (state === 'not-needed') return []
    if (state === 'checking') return [{ id: 'confirm', text: t('scene.confirm.checking') }]
    if (state === 'done') return [{ id: 'confirm', text: t('scene.confirm.done'), tone: 'success' }]
    const limit = stepUp.state === 'required' && stepUp.limit ? format.money(stepUp.limit) : ''
    const detail = confirm.problem
      ? problemText(confirm.problem)
      : t(canConfirmByPress ? 'scene.confirm.press' : 'scene.confirm.page', { limit })
    return [{ id: 'confirm', text: t('scene.confirm.needed'), detail, tone: confirm.problem ? 'error' : 'warning' }]
  }

  function requiredAction(): PanelAction | undefined {
    if (state === 'not-needed' || state === 'done') return undefined
    if (state === 'checking')
      return { id: 'checking', label: t('scene.confirm.checking'), look: 'filled', disabled: true }
    const label = canConfirmByPress ? t('scene.confirm.as', { name }) : t('scene.confirm.open')
    return { id: canConfirmByPress ? 'confirm' : 'page', label, look: 'filled', disabled: confirm.busy }
  }

  function handleAction(actionId: string) {
    if (actionId === 'confirm') void confirm.run({ body: { method: 'demo' } })
    if (actionId !== 'page') return
    requestedStepUp.set(amount)
    void canvas?.exitHeadset()
  }

  return { rows: rows(), requiredAction: requiredAction(), handleAction }
}
