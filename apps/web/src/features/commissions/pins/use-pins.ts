import {
  addPin,
  changePinState,
  listPins,
  placePin,
  removePin,
  replyToPin,
  restorePin,
  setPinChangeRequest,
} from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { listRoomVersions } from '@veranda/contract/rooms/routes.ts'
import { type PinStep } from '@veranda/core/commissions/pins/pin.ts'
import { useState } from 'react'
import { runCommand, useCommand } from '../../../lib/api/use-command.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { queuePinWrite } from './pin-send-queue.ts'

type PinsOptions = {
  /** Pins are read only while they can be seen. */
  enabled: boolean
  /** The asset that new pins are set on. */
  assetId: string | undefined
  /** The pin whose thread is open. */
  openedId: string | undefined
  /** Announces a completed action; `undo` reverts it. */
  announce: (text: string, undo?: () => void) => void
}

const affectedRoutes = [listPins, listRoomVersions]

/**
 * The pins of a milestone, seen from one version: the list, the open thread, and everything that can be done with them.
 * The page draws them next to the viewer, a room as panels.
 */
export function usePins(version: ReviewedVersion | undefined, { enabled, assetId, openedId, announce }: PinsOptions) {
  const t = useTranslations('commissions/pins')
  const milestoneId = version?.milestone.id ?? ''
  const read = useRead(listPins, { params: { id: milestoneId } }, { enabled: enabled && version !== undefined })
  const pins = read.data?.items ?? []
  const opened = pins.find(({ id }) => id === openedId)
  const [replacing, setReplacing] = useState<Pin>()
  const add = useCommand(addPin, {
    idempotent: true,
    invalidates: affectedRoutes,
    onDone: ({ number }) => announce(t('new.saved', { number })),
  })
  const place = useCommand(placePin, {
    invalidates: affectedRoutes,
    onDone({ number }) {
      setReplacing(undefined)
      announce(t('place.done', { number }))
    },
  })
  const reply = useCommand(replyToPin, { idempotent: true, invalidates: [listPins] })
  const changeState = useCommand(changePinState, { invalidates: affectedRoutes })
  const setChangeRequest = useCommand(setPinChangeRequest, { invalidates: affectedRoutes })
  const remove = useCommand(removePin, { invalidates: affectedRoutes })
  const threadCommands = [reply, changeState, setChangeRequest, remove]
  const [threadId, setThreadId] = useState(openedId)
  if (threadId !== openedId) {
    // A refusal belongs to the thread in which it happened.
    setThreadId(openedId)
    for (const command of threadCommands) command.reset()
  }

  const anchorOn = (point: AnchorPoint) =>
    version && assetId !== undefined ? toPinAnchor(point, version.deliverableId, assetId) : undefined

  /** Restores a removed pin. */
  async function restore(pin: Pin) {
    await runCommand(restorePin, { params: { id: pin.id } })
    await invalidateReads(...affectedRoutes)
  }

  return {
    milestoneId,
    read,
    pins,
    opened,
    canPin: version?.actions.includes('pin') === true,
    /** A new pin may be made a change request at once. */
    canRequestChange: version?.actions.includes('pin-change-request') === true,
    adding: { busy: add.busy, problem: add.problem },
    /** Adds a pin at a point, or keeps it until there is a connection; resolves to false if it was refused. */
    async add(point: AnchorPoint, message: { text: string; change: boolean; voice?: string }): Promise<boolean> {
      const anchor = anchorOn(point)
      if (!anchor) return false
      const body = { ...anchor, ...message }
      const outcome = await add.run({ params: { id: milestoneId }, body })
      if (outcome.ok || outcome.problem.status !== 0) return outcome.ok
      await queuePinWrite({ kind: 'add', id: milestoneId, body }, add.handOver())
      announce(t('waiting.saved'))
      return true
    },
    /** The pin that is being placed again, until it has its place. */
    replacing,
    startReplacing: setReplacing,
    stopReplacing: () => setReplacing(undefined),
    placing: { busy: place.busy, problem: place.problem },
    /** Gives the pin that is being placed again its place. */
    async placeAt(point: AnchorPoint) {
      const anchor = anchorOn(point)
      if (!anchor || !replacing) return undefined
      return place.run({ params: { id: replacing.id }, body: { ...anchor, expected: replacing.version } })
    },
    /** The commands of a thread; each is refused unless the pin's actions contain it. */
    thread: {
      busy: threadCommands.some(({ busy }) => busy),
      problem: threadCommands.find(({ problem }) => problem)?.problem,
      async reply(pin: Pin, message: { text: string; voice?: string }): Promise<boolean> {
        const outcome = await reply.run({ params: { id: pin.id }, body: message })
        if (outcome.ok || outcome.problem.status !== 0) return outcome.ok
        await queuePinWrite({ kind: 'reply', id: pin.id, body: message }, reply.handOver())
        announce(t('waiting.saved'))
        return true
      },
      changeState: (pin: Pin, action: PinStep) =>
        void changeState.run({ params: { id: pin.id }, body: { action, text: '', expected: pin.version } }),
      /** Makes a message the change request; null takes the request back. */
      setChangeRequest: (pin: Pin, messageId: string | null) =>
        void setChangeRequest.run({ params: { id: pin.id }, body: { messageId, expected: pin.version } }),
      async remove(pin: Pin): Promise<boolean> {
        const outcome = await remove.run({ params: { id: pin.id }, body: { expected: pin.version } })
        if (outcome.ok) announce(t('remove.done', { number: pin.number }), () => void restore(pin))
        return outcome.ok
      },
    },
  }
}

/** Builds the anchor of a pin on one exact version from a picked point and its view. */
function toPinAnchor({ part, position, normal, view }: AnchorPoint, deliverableId: string, assetId: string) {
  const { eye, target, settings } = view
  const viewSettings = { ...settings, hidden: [...settings.hidden] }
  const viewpoint = { eye: [...eye] as [number, number, number], target: [...target] as [number, number, number] }
  return { deliverableId, assetId, part, position, normal, view: { ...viewpoint, settings: viewSettings } }
}
