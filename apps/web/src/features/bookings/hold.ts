import { holdSlot } from '@veranda/contract/bookings/routes.ts'
import { useNavigate } from 'react-router'
import { useBookingCommand } from './booking-command.ts'

/** Holds a slot and leads to it. */
export function useHold() {
  const navigate = useNavigate()
  const hold = useBookingCommand(holdSlot)
  return {
    busy: hold.busy,
    problem: hold.problem,
    async take(serviceId: string, at: string, timeZone: string, note = '') {
      const outcome = await hold.run({
        body: { serviceId, at, timeZone, ...(note.trim() ? { note: note.trim() } : {}) },
      })
      if (outcome.ok) await navigate(`/booking/confirm/${outcome.reply.id}`)
    },
  }
}
