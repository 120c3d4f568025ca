import {
  addPin,
  replyToPin,
  setPinChangeRequest,
  listPins,
  changePinState,
  placePin,
  removePin,
  restorePin,
} from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type PanelModel } from '../../../lib/panels/panel-model.ts'
import { listRoomVersions } from '@veranda/contract/rooms/routes.ts'
import { useState } from 'react'
import { runCommand, useCommand } from '../../../lib/api/use-command.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { toPinAnchor } from '../../../components/pin-anchor.ts'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { type RoomHit } from '../../../three/room/room-canvas.ts'
import { newPinPanel } from '../../../features/rooms/panels/pins/new-pin-panel.ts'
import { actionHandler, type PanelContext, type ScenePanel } from '../../../features/rooms/panels/panel-context.ts'
import { pinListPanel, pinThreadPanel } from '../../../features/rooms/panels/pins/pin-panels.ts'
import { useVoiceNotePlayer, useVoiceNote } from '../../../features/rooms/panels/pins/use-voice-note.ts'

type PinPanelsOptions = {
  context: PanelContext
  inHeadset: boolean
  pickedPoint: RoomHit | undefined
  clearPickedPoint: () => void
  /** The pin whose thread is open. */
  openedPinId: string | undefined
  openPin: (id: string) => void
  /** Selects the pin tool, to place a pin again. */
  startPinTool: () => void
}

const affectedRoutes = [listPins, listRoomVersions]

/** Builds the pin panels for a headset: list, threads and a new pin, with the same commands as on the page. */
export function usePinPanels({
  context,
  inHeadset,
  pickedPoint,
  clearPickedPoint,
  openedPinId,
  openPin,
  startPinTool,
}: PinPanelsOptions) {
  const tPins = useTranslations('commissions/pins')
  const { t, shared, room, announce, navigate } = context
  const { version, shown } = shared
  const problemText = useProblemText()
  const ownUserId = useSession().user?.id
  const canPin = version?.actions.includes('pin') === true
  const { data } = useRead(listPins, { params: { id: version?.milestone.id ?? '' } }, { enabled: inHeadset && canPin })
  const pins = data?.items ?? []
  const [chosenKind, setChosenKind] = useState<{ of: RoomHit; change: boolean }>()
  const [replacing, setReplacing] = useState<Pin>()
  const { playing, play } = useVoiceNotePlayer()
  const voiceNoteSubject = pickedPoint ? `${pickedPoint.part} ${pickedPoint.position.x}` : openedPinId
  // Taking the headset off ends the recording.
  const voice = useVoiceNote(inHeadset ? voiceNoteSubject : undefined, play)
  const add = useCommand(addPin, {
    idempotent: true,
    invalidates: affectedRoutes,
    onDone: ({ number }) => {
      clearPickedPoint()
      announce(t('scene.pin.saved', { number }))
    },
  })
  const answer = useCommand(replyToPin, { idempotent: true, invalidates: [listPins], onDone: voice.discard })
  const move = useCommand(changePinState, { invalidates: affectedRoutes })
  const ask = useCommand(setPinChangeRequest, { invalidates: affectedRoutes })
  const place = useCommand(placePin, { invalidates: affectedRoutes })
  const remove = useCommand(removePin, { invalidates: affectedRoutes })
  const canRequestChange = room.users.some(({ user, party }) => user.id === ownUserId && party === 'client')

  /** Builds the panel that places a pin again whose position was lost. */
  function placingPanel(point: RoomHit, pin: Pin): ScenePanel {
    async function save() {
      if (!version || !shown) return
      const body = { ...toPinAnchor(point, version.deliverableId, shown.assetId), expected: pin.version }
      const outcome = await place.run({ params: { id: pin.id }, body })
      finish()
      announce(outcome.ok ? tPins('place.done', { number: pin.number }) : problemText(outcome.problem))
    }
    function finish() {
      setReplacing(undefined)
      clearPickedPoint()
    }
    const model: PanelModel = {
      ...context.base,
      id: 'place-pin',
      title: t('scene.pin.place', { number: pin.number, part: point.part }),
      side: 'front',
      rows: [],
      actions: [
        { id: 'save', label: tPins('place.start'), look: 'filled', disabled: place.busy },
        { id: 'close', label: t('scene.close'), look: 'plain' },
      ],
    }
    return { model, handleAction: actionHandler({ save: () => void save(), close: finish }) }
  }

  function openNewPinPanel(): ScenePanel | undefined {
    if (!pickedPoint || !canPin) return undefined
    if (replacing) return placingPanel(pickedPoint, replacing)
    return newPinPanel(context, tPins, {
      part: pickedPoint.part,
      canRequestChange,
      isChange: chosenKind?.of === pickedPoint ? chosenKind.change : undefined,
      setIsChange: (change) => setChosenKind({ of: pickedPoint, change }),
      voice,
      busy: add.busy,
      problem: add.problem && problemText(add.problem),
      save(input) {
        if (!version || !shown) return
        const body = { ...toPinAnchor(pickedPoint, version.deliverableId, shown.assetId), ...input }
        void add.run({ params: { id: version.milestone.id }, body })
      },
      close: clearPickedPoint,
    })
  }

  function threadPanel(): ScenePanel | undefined {
    const pin = pins.find(({ id }) => id === openedPinId)
    if (!pin) return undefined
    const params = { id: pin.id }
    const expected = pin.version
    const problem = [answer, move, ask, remove].find((command) => command.problem)?.problem
    return pinThreadPanel(context, tPins, version, {
      pin,
      voice,
      playing,
      play,
      busy: answer.busy || move.busy || ask.busy || remove.busy,
      problem: problem && problemText(problem),
      changeState: (action) => void move.run({ params, body: { action, text: '', expected } }),
      reply: (body) => void answer.run({ params, body }),
      toggleChangeRequest: () => {
        const messageId = pin.kind === 'change' ? null : (pin.messages[0]?.id ?? null)
        void ask.run({ params, body: { messageId, expected } })
      },
      startPlacing() {
        setReplacing(pin)
        announce(tPins('place.waiting', { number: pin.number }))
        startPinTool()
      },
      remove: () =>
        void remove.run({ params, body: { expected } }).then((outcome) => {
          if (!outcome.ok) return
          navigate.back()
          announce(tPins('remove.done', { number: pin.number }), () => {
            void runCommand(restorePin, { params }).then(() => invalidateReads(...affectedRoutes))
          })
        }),
    })
  }

  const listPanel = () => pinListPanel(context, tPins, { pins, version, canPin }, openPin)
  return { pins, listPanel, newPinPanel: openNewPinPanel, threadPanel }
}
