import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Holds the pin that was pressed on the canvas: set once for each press, also of the same pin, and cleared with another
 * version.
 */
export function usePressedPin(deliverableId: string | undefined) {
  const [pressed, setPressed] = useState<{ id: string; of: string | undefined }>()
  if (pressed && pressed.of !== deliverableId) setPressed(undefined)
  function pressPin(id: string) {
    flushSync(() => setPressed(undefined))
    setPressed({ id, of: deliverableId })
  }
  return { pressedPinId: pressed?.of === deliverableId ? pressed?.id : undefined, pressPin }
}
