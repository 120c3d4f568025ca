import {
  advanceConfirmation,
  type ConfirmationInput,
  type ConfirmationMethod,
  firstConfirmation,
  minConfirmGapMs,
  type ReleaseConfirmation,
} from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '../../../lib/store.ts'

/**
 * The confirmation of the release named by `key`, on the page's clock. Another key, or none, starts over. It renders
 * again when the step changes, not with every frame of a hold.
 */
export function useReleaseConfirmation(key: string, method: ConfirmationMethod) {
  const [store] = useState(() => createStore({ key, confirmation: firstConfirmation }))
  function current(): ReleaseConfirmation {
    const { key: keyOfConfirmation, confirmation } = store.get()
    return key !== '' && keyOfConfirmation === key ? confirmation : firstConfirmation
  }
  const step = useSyncExternalStore(store.subscribe, () => current().step)
  useEffect(() => {
    // Closing forgets, so that the same version is confirmed from the start when it is opened again.
    if (store.get().key !== key) store.set({ key, confirmation: firstConfirmation })
  }, [store, key])
  const confirming = step === 'confirm'
  const [gapIsOver, setGapIsOver] = useState(false)
  useEffect(() => {
    if (!confirming) return
    const timer = setTimeout(() => setGapIsOver(true), minConfirmGapMs)
    return () => {
      clearTimeout(timer)
      setGapIsOver(false)
    }
  }, [confirming])

  return {
    step,
    /** The second confirmation on a page counts from now on. */
    gapIsOver: confirming && gapIsOver,
    /** Takes an input; `isNew` tells that it led to another step. */
    advance(input: ConfirmationInput): { confirmation: ReleaseConfirmation; isNew: boolean } {
      const before = current()
      const confirmation = advanceConfirmation(before, method, input, performance.now())
      store.set({ key, confirmation })
      return { confirmation, isNew: confirmation.step !== before.step }
    },
  }
}
