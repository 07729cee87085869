'use client';
import dragonUrl from '@gen/dragon.glb';
import { useEffect, useState } from 'react';

/** The browser's bundle must name the same file as the server's. */
export function Here() {
  const [url, setUrl] = useState('');
  useEffect(() => setUrl(dragonUrl), []);
  return <p id="client">{url}</p>;
}
