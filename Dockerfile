# The engine in a container: docker build -t amalthea . && docker run --rm -i amalthea
FROM python:3.13-slim AS build
# Any version of the compiler will do.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN AMALTHEA_PROFILE=1 pip install --no-cache-dir --prefix /opt/amalthea "/src[play,terminal]"

FROM python:3.13-slim
COPY --from=build /opt/amalthea /usr/local
USER 65534
ENTRYPOINT ["amalthea"]
