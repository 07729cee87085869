import { Dragon } from '@gen/dragon?r3f';
import { Valley } from '@gen/valley?react';
import { Canvas } from '@react-three/fiber';
import { StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';

void Dragon.preload();

function App() {
  return (
    <>
      <Valley className="valley" alt="Misty mountains at dawn" loading="eager" />
      <Canvas className="stage" camera={{ position: [0, 0.9, 4], fov: 40 }}>
        <hemisphereLight args={[0xdcd6ea, 0x6a5f58, 2]} />
        <directionalLight position={[3, 4, 3]} intensity={3} />
        <Suspense fallback={null}>
          <Dragon position={[0, -0.6, 1]} rotation={[0, 0.4, 0]} />
          <Dragon position={[-2, -0.6, -2]} rotation={[0, 0.9, 0]} />
          <Dragon
            position={[4, -0.6, -7]}
            rotation={[0, -0.6, 0]}
            materials={{ dragon: { color: '#5fd45a' } }}
          />
          <Dragon.Instances
            position={[-3, 0.6, -12]}
            at={[[0, 0, 0], { position: [2, 1, 0], scale: 0.5 }]}
          />
          <Ready />
        </Suspense>
      </Canvas>
    </>
  );
}

/** Says that the dragons are there. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset['state'] = 'ready';
  }, []);
  return null;
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
