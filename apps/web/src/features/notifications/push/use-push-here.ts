import { listPushDevices, removePushDevice } from '@veranda/contract/notifications/routes.ts'
import { type PushDevice } from '@veranda/contract/notifications/schemas.ts'
import { useState } from 'react'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { type Problem } from '../../../lib/api/problem.ts'
import { runCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { keepPush } from './keep-push.ts'
import { isPushOnHere, markPushOff, markPushOn } from './push-mark.ts'
import { isPushSupported, savePushDevice, subscribeToPush, unsubscribeFromPush } from './push-subscription.ts'

/** State of push in this browser: it cannot, its user said no, it does not yet, it does, or turning it on failed. */
export type PushHere = 'unsupported' | 'denied' | 'off' | 'on' | 'failed'

/** Returns the state of push in this browser, and what turns it on and off. The permission is asked for by a press only. */
export function usePushHere(devices: readonly PushDevice[], pushKey: string) {
  const t = useTranslations('notifications')
  const textOf = useProblemText()
  const [permission, setPermission] = useState(() => (isPushSupported() ? Notification.permission : undefined))
  const [hasFailed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const isKnown = devices.some(({ current }) => current)

  function showProblem(problem: Problem) {
    snackbars.add({ title: t('screen.push.refused'), text: textOf(problem), tone: 'error' })
  }

  async function turnOn() {
    setBusy(true)
    setFailed(false)
    try {
      // Asked first, because browsers take the question only right after a press.
      const answer = await Notification.requestPermission()
      setPermission(answer)
      if (answer !== 'granted') return
      const saved = await savePushDevice(await subscribeToPush(pushKey))
      if (!saved.ok) return showProblem(saved.problem)
      markPushOn()
      keepPush()
      await invalidateReads(listPushDevices)
    } catch (error) {
      console.warn('push could not be turned on', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  async function remove(device: PushDevice) {
    setBusy(true)
    const removed = await runCommand<typeof removePushDevice>(removePushDevice, { params: { id: device.id } })
    // Removed in another tab meanwhile.
    if (removed.ok || removed.problem.status === 404) {
      if (device.current) {
        markPushOff()
        await unsubscribeFromPush()
      }
      await invalidateReads(listPushDevices)
    } else showProblem(removed.problem)
    setBusy(false)
  }

  return { state: stateOf({ permission, hasFailed, isOn: isKnown && isPushOnHere() }), busy, turnOn, remove }
}

function stateOf(facts: {
  permission: NotificationPermission | undefined
  hasFailed: boolean
  isOn: boolean
}): PushHere {
  const { permission, hasFailed, isOn } = facts
  if (permission === undefined) return 'unsupported'
  if (permission === 'denied') return 'denied'
  if (hasFailed) return 'failed'
  return isOn && permission === 'granted' ? 'on' : 'off'
}
