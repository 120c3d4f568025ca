import { useEffect, useState } from 'react'
import { type Microphone } from './microphone.ts'

/** How loud one is, many times a second, in steps of a twentieth. */
export function useMicrophoneLevel(microphone: Microphone, on: boolean): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => setLevel(Math.round(Math.sqrt(microphone.level()) * 20) / 20), 80)
    return () => {
      clearInterval(timer)
      setLevel(0)
    }
  }, [microphone, on])
  return level
}
