import { createStore, useStore } from '../store.ts'

/**
 * off: signed out or not started. lost: was connected and is reconnecting. catching-up: connected again, and reads what it
 * missed.
 */
export type ConnectionState = 'off' | 'connecting' | 'on' | 'lost' | 'catching-up'

export const connectionState = createStore<ConnectionState>('off')

/** Returns the state of the realtime connection. */
export function useConnectionState(): ConnectionState {
  return useStore(connectionState)
}
