#!/bin/sh
# Runs the command of a container without a container engine, in its own mount namespace:
#   unshare --mount run-in-root.sh <root> <data folder> <uid:gid> <working directory> <command> …
# Its root file system is read-only, except /data, /tmp and the mounts below /dev, which are the container's own as with
# a container engine. All commands replace each other, so that signals reach the service.
set -eu
root=$1 data=$2 user=$3 folder=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
# Otherwise the container could write to the shared memory and the message queues of the machine.
for place in shm mqueue; do
  [ ! -d "$root/dev/$place" ] || mount -t tmpfs -o mode=1777 tmpfs "$root/dev/$place"
done
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups --no-new-privs --bounding-set=-all \
  env --chdir="$folder" "$@"
