import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The pin that was pressed on the stage, for whoever opens its thread: once for each press, also of the same pin, and
 * not again when another version comes.
 */
export function usePressedPin(deliverableId: string | undefined) {
  const [pressed, setPressed] = useState<{ id: string; of: string | undefined }>()
  if (pressed && pressed.of !== deliverableId) setPressed(undefined)
  function press(id: string) {
    flushSync(() => setPressed(undefined))
    setPressed({ id, of: deliverableId })
  }
  return { pressedPin: pressed?.of === deliverableId ? pressed?.id : undefined, press }
}
