import { lazy } from 'react'

/** Loads the recorder with the first form and the player with the first note; neither is part of the page bundle. */
export const LazyVoiceField = lazy(() => import('./voice-field.tsx').then((module) => ({ default: module.VoiceField })))
export const LazyVoiceNotePlayer = lazy(() =>
  import('./voice-note-player.tsx').then((module) => ({ default: module.VoiceNotePlayer })),
)
