/** A container that runs with a read-only root file system, without capabilities, and on the network of the machine. */
export interface ContainerSpec {
  image: string
  name: string
  /** Folder that is mounted at `/data`. It belongs to `user`. */
  dataDir: string
  user: { uid: number; gid: number }
  env: Record<string, string>
  /** Replaces the command of the image. */
  command?: readonly string[]
}

/**
 * Builds and runs images with the command line of a container engine. If the signal with which it was created is
 * aborted, all methods but `remove` end their commands and throw the signal's reason.
 */
export interface ContainerEngine {
  name: EngineName
  /** Pulls the base image. */
  pull(image: string): Promise<void>
  /** Builds the Containerfile on a base image that is present. */
  build(options: { base: string; tag: string }): Promise<void>
  /** Returns the size of all layers of an image in bytes. */
  size(image: string): Promise<number>
  /** Returns the user of an image, as the Containerfile names it, or an empty string for root. */
  user(image: string): Promise<string>
  /**
   * Returns the command that runs a container in the foreground, forwards signals to it and ends with its exit code. It
   * may already create the container, even if it throws: the caller removes it in any case.
   */
  command(spec: ContainerSpec): Promise<string[]>
  /** Removes what is left of a container, if anything, that has ended, was killed or never started. */
  remove(spec: ContainerSpec): Promise<void>
}

export const engineNames = ['docker', 'podman', 'buildah'] as const
export type EngineName = (typeof engineNames)[number]
