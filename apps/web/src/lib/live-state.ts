import { createStore, useStore } from './store.ts'

/** off: signed out or not begun. lost: it was there and is being sought again. */
export type LiveState = 'off' | 'connecting' | 'on' | 'lost'

export const liveState = createStore<LiveState>('off')

/** How the connection stands, to be shown honestly. */
export function useLiveState(): LiveState {
  return useStore(liveState)
}
