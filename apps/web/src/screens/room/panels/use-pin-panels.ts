import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type PanelModel } from '../../../lib/panels/panel-model.ts'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { type RoomHit } from '../../../three/room/room-canvas.ts'
import { pinThreadView } from '../../../features/commissions/pins/pin-view-model.ts'
import { usePins } from '../../../features/commissions/pins/use-pins.ts'
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

/** Draws the pins as panels: list, thread, a new pin, and a pin that is placed again. */
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
  const { t, shared, announce, navigate } = context
  const { version, shown } = shared
  const problemText = useProblemText()
  const pins = usePins(version, {
    enabled: inHeadset && version?.actions.includes('pin') === true,
    assetId: shown?.assetId,
    openedId: openedPinId,
    announce,
  })
  const { canPin, canRequestChange, replacing, thread } = pins
  const [chosenKind, setChosenKind] = useState<{ of: RoomHit; change: boolean }>()
  const { playing, unplayable, play } = useVoiceNotePlayer()
  const voiceNoteSubject = pickedPoint ? `${pickedPoint.part} ${pickedPoint.position.x}` : openedPinId
  // Taking the headset off ends the recording.
  const voice = useVoiceNote(inHeadset ? voiceNoteSubject : undefined, play)

  /** Builds the panel that places a pin again whose position was lost. */
  function placingPanel(point: RoomHit, pin: Pin): ScenePanel {
    async function save() {
      const outcome = await pins.placeAt(point)
      finish()
      if (outcome && !outcome.ok) announce(problemText(outcome.problem))
    }
    function finish() {
      pins.stopReplacing()
      clearPickedPoint()
    }
    const model: PanelModel = {
      ...context.base,
      id: 'place-pin',
      title: t('scene.pin.place', { number: pin.number, part: point.part }),
      side: 'front',
      rows: [],
      actions: [
        { id: 'save', label: tPins('place.start'), look: 'filled', disabled: pins.placing.busy },
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
      busy: pins.adding.busy,
      problem: pins.adding.problem && problemText(pins.adding.problem),
      save: (message) => void pins.add(pickedPoint, message).then((added) => added && clearPickedPoint()),
      close: clearPickedPoint,
    })
  }

  function threadPanel(): ScenePanel | undefined {
    const pin = pins.opened
    if (!pin) return undefined
    const view = pinThreadView(pin, version?.deliverableId)
    return pinThreadPanel(context, tPins, {
      pin,
      view,
      voice,
      playing,
      unplayable,
      play,
      busy: thread.busy,
      problem: thread.problem && problemText(thread.problem),
      changeState: (action) => thread.changeState(pin, action),
      reply: (message) => void thread.reply(pin, message).then((sent) => sent && voice.discard()),
      toggleChangeRequest: () => view.changeRequest && thread.setChangeRequest(pin, view.changeRequest.messageId),
      startPlacing() {
        pins.startReplacing(pin)
        announce(tPins('place.waiting', { number: pin.number }))
        startPinTool()
      },
      remove: () => void thread.remove(pin).then((removed) => removed && navigate.back()),
    })
  }

  const listPanel = () => pinListPanel(context, tPins, { pins: pins.pins, version, canPin }, openPin)
  return { pins: pins.pins, listPanel, newPinPanel: openNewPinPanel, threadPanel }
}
