import { parentPort, workerData } from 'node:worker_threads'
import { type Carried, PartSurfaces } from '@veranda/core/commissions/pins/carry-pin.ts'
import type { CarryOrder } from './carry-on-thread.ts'

// carry-on-thread.ts starts this file with nothing but an order.
const { parts, anchors } = workerData as CarryOrder
const surfaces = new PartSurfaces(parts)
parentPort?.postMessage(anchors.map((anchor) => surfaces.carry(anchor)) satisfies Carried[])
