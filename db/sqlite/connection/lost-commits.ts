import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { StoreRefused } from '#db/ports/store.ts'

// Layout of the write-ahead log and its index: https://sqlite.org/walformat.html
const walHeaderBytes = 32
const frameHeaderBytes = 24
const indexHeaderBytes = 48
const bigEndianChecksums = 0x377f0683

interface WalIndex {
  committedFrames: number
  /** Number of frames that have been copied to the database file and are no longer needed. */
  copiedFrames: number
  /** Value that identifies the current contents of the WAL. It changes whenever the WAL is restarted. */
  salt: Buffer
}

/**
 * Throws `StoreRefused` if the write-ahead log (WAL) has lost commits, and with them acknowledged events. After a crash
 * SQLite would silently ignore everything after the first damaged frame of the WAL. The WAL index is a separate file
 * that outlives a killed process. It contains the number of frames that were committed to disk. If the WAL has fewer
 * valid frames, it has been truncated or damaged.
 * Must be called before the database is opened, because opening resets the index. Must be called only by the service,
 * while it holds the service lock: closing the index file drops every lock that this process has on that file.
 */
export function refuseLostCommits(file: string): void {
  const index = readIndex(`${file}-shm`)
  if (!index || index.copiedFrames >= index.committedFrames) return
  const valid = validFrames(`${file}-wal`, index.salt)
  if (valid === 'another' || valid >= index.committedFrames) return
  // A changed salt means that a command-line tool has restarted the WAL since the index was read. The two numbers of
  // frames then belong to different WALs, so they prove no loss.
  if (!readIndex(`${file}-shm`)?.salt.equals(index.salt)) return
  throw new StoreRefused(
    `the write-ahead log ${file}-wal was truncated or damaged: it holds ${valid} of ${index.committedFrames} committed pages, ` +
      'so acknowledged events are missing. Restore the complete file or a backup; ' +
      `to continue without the missing events, delete ${file}-shm while no process uses the database`,
  )
}

/**
 * Reads the WAL index. Returns undefined if the two copies of its header differ, because a crash interrupted the write.
 */
function readIndex(file: string): WalIndex | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  const header = bytes.subarray(0, indexHeaderBytes)
  const copy = bytes.subarray(indexHeaderBytes, 2 * indexHeaderBytes)
  if (bytes.length < 100 || header[12] !== 1 || !header.equals(copy)) return undefined
  const view = new Uint32Array(Uint8Array.from(bytes.subarray(0, 100)).buffer)
  return { committedFrames: view[4]!, copiedFrames: view[24]!, salt: header.subarray(32, 40) }
}

/**
 * Returns the number of valid frames at the start of the WAL. Returns `another` if the WAL has another salt than its
 * index. Reads one frame at a time: during a backup, a WAL can grow to more than a buffer may contain.
 */
function validFrames(file: string, salt: Buffer): number | 'another' {
  if (!existsSync(file)) return 0
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(walHeaderBytes)
    if (readSync(descriptor, header) < walHeaderBytes) return 0
    if (!header.subarray(16, 24).equals(salt)) return 'another'
    const checksum = rollingChecksum(header.readUInt32BE(0) === bigEndianChecksums)
    checksum.add(header.subarray(0, 24))
    const frame = Buffer.alloc(frameHeaderBytes + header.readUInt32BE(8))
    let frames = 0
    while (readSync(descriptor, frame) === frame.length) {
      checksum.add(frame.subarray(0, 8))
      checksum.add(frame.subarray(frameHeaderBytes))
      const whole = frame.subarray(8, 16).equals(salt) && checksum.is(frame, 16)
      if (!whole) break
      frames += 1
    }
    return frames
  } finally {
    closeSync(descriptor)
  }
}

/** Creates the checksum of a WAL, which is cumulative: each frame's checksum includes the previous frames. */
function rollingChecksum(bigEndian: boolean) {
  let [first, second] = [0, 0]
  return {
    add(bytes: Buffer) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at < bytes.length; at += 8) {
        first = (first + view.getUint32(at, !bigEndian) + second) >>> 0
        second = (second + view.getUint32(at + 4, !bigEndian) + first) >>> 0
      }
    },
    is: (wal: Buffer, at: number) => wal.readUInt32BE(at) === first && wal.readUInt32BE(at + 4) === second,
  }
}
